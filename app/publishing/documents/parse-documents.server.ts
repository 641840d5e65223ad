import type { Log } from "#app/platform/log.server.ts";
import type { ReleaseDocuments } from "#content/release/release.ts";
import { checkDocument } from "./check-document.server.ts";
import { withFixedFields } from "./fixed-fields.server.ts";

type StoredBody = { hash: string; body: string };

/**
 * Parses the stored documents of releases, each version once. A version that equals the file of this build is not parsed, because the build
 * has validated the file, which is then in use for that document.
 *
 * A build can require other fields than the published version has. Its file is then in use for that document, and an error is logged, because
 * a page without a field could not be rendered.
 * @param fileHashes the hash of the file of each document
 */
export function createParser(
  log: Log,
  fileHashes: ReadonlyMap<string, string> = new Map(),
): {
  /** Whether the body of the version is not needed. */
  isKnown(document: string, hash: string): boolean;
  parse(bodies: ReadonlyMap<string, StoredBody>): ReleaseDocuments;
} {
  let parsed = new Map<string, { hash: string; value: object | undefined }>();

  const matchesFile = (document: string, hash: string): boolean => fileHashes.get(document) === hash;

  function parseBody(document: string, { hash, body }: StoredBody): object | undefined {
    if (matchesFile(document, hash)) return undefined;
    const checked = checkDocument(document, JSON.parse(body));
    if (checked.ok) return withFixedFields(document, checked.value);
    log.error("release.document_invalid", { document, hash, mistakes: checked.mistakes.length });
    return undefined;
  }

  return {
    isKnown: (document, hash) => matchesFile(document, hash) || parsed.get(document)?.hash === hash,
    parse(bodies) {
      parsed = new Map(
        [...bodies].map(([document, stored]) => {
          const known = parsed.get(document);
          const value = known?.hash === stored.hash ? known.value : parseBody(document, stored);
          return [document, { hash: stored.hash, value }];
        }),
      );
      return Object.fromEntries(
        [...parsed].flatMap(([document, { value }]) => (value === undefined ? [] : [[document, value]])),
      );
    },
  };
}

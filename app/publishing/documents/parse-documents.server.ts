import type { Log } from "#app/platform/log.server.ts";
import type { ReleaseDocuments } from "#content/release/release.ts";
import { checkDocument } from "./check-document.server.ts";
import { withFixedFields } from "./fixed-fields.server.ts";
import { isDocumentName } from "./site-documents.server.ts";

type StoredBody = { hash: string; body: string };

/** The documents of a release, or the names of those that this build rejects. */
export type ParsedRelease =
  | { ok: true; documents: ReleaseDocuments }
  | { ok: false; invalid: readonly string[] };

type ParsedBody = { hash: string; value: object | undefined };

/**
 * Parses the stored documents of releases, each version once. A version that equals the file of this build is not parsed, because the build
 * has validated the file, which is then in use for that document. A document that this build does not have is left out.
 * @param fileHashes the hash of the file of each document
 */
export function createParser(
  log: Log,
  fileHashes: ReadonlyMap<string, string> = new Map(),
): {
  /** Whether the body of the version is not needed. */
  isKnown(document: string, hash: string): boolean;
  /** A build can require other fields than a published version has. Each mistake is logged. */
  parse(bodies: ReadonlyMap<string, StoredBody>): ParsedRelease;
} {
  let parsed = new Map<string, ParsedBody>();

  const matchesFile = (document: string, hash: string): boolean => fileHashes.get(document) === hash;

  function parseBody(document: string, { hash, body }: StoredBody): ParsedBody | undefined {
    const known = parsed.get(document);
    if (known?.hash === hash) return known;
    if (matchesFile(document, hash) || !isDocumentName(document)) return { hash, value: undefined };
    const checked = checkDocument(document, JSON.parse(body));
    if (checked.ok) return { hash, value: withFixedFields(document, checked.value) };
    log.error("release.document_invalid", { document, hash, mistakes: checked.mistakes.length });
    return undefined;
  }

  return {
    isKnown: (document, hash) => matchesFile(document, hash) || parsed.get(document)?.hash === hash,
    parse(bodies) {
      const results = [...bodies].map(
        ([document, stored]) => [document, parseBody(document, stored)] as const,
      );
      const invalid = results.flatMap(([document, result]) => (result === undefined ? [document] : []));
      if (invalid.length > 0) return { ok: false, invalid };
      parsed = new Map(
        results.flatMap(([document, result]) => (result === undefined ? [] : [[document, result]])),
      );
      const documents = Object.fromEntries(
        [...parsed].flatMap(([document, { value }]) => (value === undefined ? [] : [[document, value]])),
      );
      return { ok: true, documents };
    },
  };
}

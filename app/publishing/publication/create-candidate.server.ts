import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Change } from "#app/publishing/changes/change-store.server.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import { createParser } from "#app/publishing/documents/parse-documents.server.ts";
import type { Release } from "#app/publishing/releases/release.ts";
import {
  type DocumentHashes,
  findBodies,
  findLatestRelease,
  listDocumentHashes,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";
import { listFileHashes } from "./compare-files.server.ts";

/** A release that a change would publish. Its body is the changed document, which is not stored yet. */
type Candidate = {
  ok: true;
  number: number;
  hashes: DocumentHashes;
  body: { hash: string; body: string } | undefined;
};

/** The next release: the latest one with the changed document, or the documents of an earlier release. */
export async function createCandidate(
  db: Kysely<Database>,
  change: Pick<Change, "baseHash" | "body" | "document" | "latestRelease" | "restores">,
): Promise<Candidate | { ok: false; reason: "published-since" | "invalid" }> {
  const latest = (await findLatestRelease(db)) ?? 0;
  const number = latest + 1;
  if (change.restores !== null) {
    // The release would undo those that were published after the person who submitted it looked at the site.
    if ((change.latestRelease ?? latest) !== latest) return { ok: false, reason: "published-since" };
    // Documents that the earlier release lacks came with a later build, whose pages need them.
    const [current, restored] = [
      await listDocumentHashes(db, latest),
      await listDocumentHashes(db, change.restores),
    ];
    return { ok: true, number, hashes: new Map([...current, ...restored]), body: undefined };
  }
  const { document, baseHash } = change;
  if (document === null || change.body === null) return { ok: false, reason: "invalid" };
  const published = await listDocumentHashes(db, latest);
  if ((published.get(document) ?? null) !== baseHash) return { ok: false, reason: "published-since" };
  const checked = checkDocument(document, JSON.parse(change.body));
  if (!checked.ok) return { ok: false, reason: "invalid" };
  const body = toBody(checked.value);
  return { ok: true, number, hashes: new Map([...published, [document, body.hash]]), body };
}

/** @returns undefined if the documents do not satisfy the schema of the build */
export async function readRelease(
  { db, log }: { db: Kysely<Database>; log: Log },
  { number, hashes, body: changed }: Candidate,
): Promise<Release | undefined> {
  const bodies = await findBodies(db, [...hashes.values()]);
  if (changed !== undefined) bodies.set(changed.hash, changed.body);
  const stored = [...hashes].map(
    ([document, hash]) => [document, { hash, body: bodies.get(hash) ?? "" }] as const,
  );
  const parsed = createParser(log, listFileHashes()).parse(new Map(stored));
  return parsed.ok ? { number, documents: parsed.documents, versions: hashes } : undefined;
}

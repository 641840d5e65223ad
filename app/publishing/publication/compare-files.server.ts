import { deployment } from "#app/platform/deployment.ts";
import type { Insertable, Kysely, Transaction, Updateable } from "kysely";
import { siteDocuments } from "#app/publishing/documents/site-documents.server.ts";
import { fileVersion } from "#content/release/release.ts";
import type { ContentChangesTable } from "#app/data/schema/content.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import {
  type Change,
  findOpenChange,
  lockChange,
  openStates,
} from "#app/publishing/changes/change-store.server.ts";
import { parseJson } from "#app/publishing/documents/json.ts";
import { audit, isTooLong, undecided } from "#app/publishing/changes/edit-changes.server.ts";
import { type Merge, mergeDocuments } from "#app/publishing/changes/merge-documents.ts";
import {
  type Body,
  type DocumentHashes,
  findBodies,
  findLatestRelease,
  insertRelease,
  listDocumentHashes,
  lockPublishing,
  storeBodies,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";

export type FileDeps = {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  /** When the build was made. */
  builtAt: Date;
};

const returnReason = "A new build changed this document. Check the draft and submit it again.";

/**
 * Compares the files of this build with the published release. Without a release, the files become the first one, and files of new
 * documents become a later one. A file that changed since the previous build becomes a draft, merged with what was published in the meantime,
 * and is published only after approval. A submitted or approved change of the document is returned as a draft.
 * @returns the names of the documents with a new draft
 */
export async function compareFiles(deps: FileDeps): Promise<string[]> {
  const files = listFileBodies();
  return deps.db.transaction().execute(async (trx) => {
    await lockPublishing(trx);
    const latest = await findLatestRelease(trx);
    await storeBodies(trx, [...files.values()]);
    if (latest === undefined) {
      await publishFiles(trx, deps, { number: 1, files, reason: "Files of the first build" });
      return [];
    }
    const release = await publishNewDocuments(trx, deps, { files, latest });
    const proposed: string[] = [];
    for (const [document, file] of await listChangedFiles(trx, deps.builtAt, files)) {
      const isProposed = await proposeFile(trx, deps, { document, file, release });
      if (isProposed) proposed.push(document);
    }
    if (proposed.length > 0) deps.log.warn("release.files_changed", { documents: proposed.join(", ") });
    return proposed;
  });
}

/** The hash of the file of each document in this build. */
export function listFileHashes(): Map<string, string> {
  return new Map([...listFileBodies()].map(([document, { hash }]) => [document, hash]));
}

function listFileBodies(): Map<string, Body> {
  return new Map(Object.entries(siteDocuments).map(([name, { view }]) => [name, toBody(fileVersion(view))]));
}

/** @param published the other documents of the release */
async function publishFiles(
  trx: Transaction<Database>,
  { clock, builtAt }: FileDeps,
  { number, files, reason }: { number: number; files: ReadonlyMap<string, Body>; reason: string },
  published: DocumentHashes = new Map(),
): Promise<void> {
  const hashes = new Map([...files].map(([document, { hash }]) => [document, hash]));
  const release = {
    number,
    publishedAt: clock.now(),
    kind: "files",
    author: deployment,
    approver: deployment,
    reason,
    restores: null,
  } as const;
  await insertRelease(trx, release, new Map([...published, ...hashes]));
  for (const [document, hash] of hashes) await saveComparedFile(trx, { document, hash, builtAt });
}

/**
 * Documents that are new in this build are in use from their files, because its pages need them. They become a release, so that later changes
 * of them need approval. @returns the number of the latest release
 */
async function publishNewDocuments(
  trx: Transaction<Database>,
  deps: FileDeps,
  { files, latest }: { files: ReadonlyMap<string, Body>; latest: number },
): Promise<number> {
  const published = await listDocumentHashes(trx, latest);
  const added = new Map([...files].filter(([document]) => !published.has(document)));
  if (added.size === 0) return latest;
  const number = latest + 1;
  const reason = `New in the build: ${[...added.keys()].join(", ")}`;
  await publishFiles(trx, deps, { number, files: added, reason }, published);
  return number;
}

/** The files that differ from the ones compared before. An older build that starts again has none. */
async function listChangedFiles(
  trx: Transaction<Database>,
  builtAt: Date,
  files: ReadonlyMap<string, Body>,
): Promise<[string, Body][]> {
  const rows = await trx.selectFrom("contentFiles").selectAll().execute();
  const compared = new Map(rows.map((row) => [row.document, row]));
  return [...files].filter(([document, { hash }]) => {
    const known = compared.get(document);
    return known === undefined || (known.hash !== hash && known.builtAt < builtAt);
  });
}

/** A file that makes the document too long is compared again at the next start, when the draft may be shorter. */
async function proposeFile(
  trx: Transaction<Database>,
  deps: FileDeps,
  { document, file, release }: { document: string; file: Body; release: number },
): Promise<boolean> {
  const publishedHash = (await listDocumentHashes(trx, release)).get(document);
  const compared = await trx
    .selectFrom("contentFiles")
    .select("hash")
    .where("document", "=", document)
    .executeTakeFirst();
  const saved = { document, hash: file.hash, builtAt: deps.builtAt };
  if (publishedHash === undefined || compared === undefined || publishedHash === file.hash) {
    await saveComparedFile(trx, saved);
    return false;
  }
  const bodies = await findBodies(trx, [publishedHash, compared.hash]);
  const [published = "", base = ""] = [bodies.get(publishedHash), bodies.get(compared.hash)];
  const open = await lockOpenChange(trx, document);
  const { merged, conflicts } = mergeFile({ base, published, file: file.body, open });
  const body = JSON.stringify(merged);
  if (isTooLong(body)) {
    deps.log.error("release.merge_too_long", { document });
    return false;
  }
  await saveComparedFile(trx, saved);
  const draft = {
    body,
    conflicts: JSON.stringify(conflicts),
    fileHash: file.hash,
    state: "draft",
    savedAt: deps.clock.now(),
  } as const;
  await (open === undefined
    ? insertDraft(trx, { ...draft, document, baseHash: publishedHash })
    : updateOpenChange(trx, open, draft));
  return true;
}

async function insertDraft(
  trx: Transaction<Database>,
  draft: Pick<
    Insertable<ContentChangesTable>,
    "body" | "conflicts" | "fileHash" | "state" | "document" | "baseHash"
  > & { savedAt: Date },
): Promise<void> {
  await trx
    .insertInto("contentChanges")
    .values({
      ...draft,
      ...undecided,
      restores: null,
      latestRelease: null,
      origin: "files",
      reason: "The file changed in a new build.",
      createdAt: draft.savedAt,
      author: deployment,
    })
    .execute();
}

/** A submitted or approved change is returned, because no one has checked it with the file. A draft keeps the reason why it was returned. */
async function updateOpenChange(
  trx: Transaction<Database>,
  open: Change,
  draft: Updateable<ContentChangesTable> & { savedAt: Date },
): Promise<void> {
  const isReturned = open.state !== "draft";
  const decision = {
    ...undecided,
    decidedAt: draft.savedAt,
    decidedBy: deployment,
    decisionReason: returnReason,
  };
  const updated = await trx
    .updateTable("contentChanges")
    .set({ ...draft, ...(isReturned ? decision : {}), revision: open.revision + 1 })
    .where("id", "=", open.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isReturned) return;
  const by = { actor: { kind: "shell" }, clientAddress: undefined } as const;
  await audit(trx, by, "content-change-rejected", updated);
}

/** The open change of a document. No one can save or decide it until the end of the transaction. */
async function lockOpenChange(trx: Transaction<Database>, document: string): Promise<Change | undefined> {
  const found = await findOpenChange(trx, document);
  const locked = found && (await lockChange(trx, found.id));
  const isOpen = openStates.some((state) => state === locked?.state);
  return isOpen ? locked : undefined;
}

/**
 * Merges a file with the published version, or with the open change. Where both changed a field, the file has precedence, except over words
 * that a colleague saved and that exist nowhere else.
 * @param texts.base the file of the build before
 */
function mergeFile(texts: {
  base: string;
  published: string;
  file: string;
  open: Pick<Change, "body" | "authors"> | undefined;
}): Merge {
  const { base, published, file, open } = texts;
  const isEdited = open !== undefined && open.authors.length > 0;
  const [ours, theirs] = isEdited ? [file, open.body ?? published] : [open?.body ?? published, file];
  return mergeDocuments(parseJson(base), parseJson(ours), parseJson(theirs));
}

async function saveComparedFile(
  trx: Transaction<Database>,
  file: { document: string; hash: string; builtAt: Date },
): Promise<void> {
  const { hash, builtAt } = file;
  await trx
    .insertInto("contentFiles")
    .values(file)
    .onConflict((conflict) => conflict.column("document").doUpdateSet({ hash, builtAt }))
    .execute();
}

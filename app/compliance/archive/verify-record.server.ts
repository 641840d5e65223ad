import type { Kysely } from "kysely";
import type { ArchiveEntriesTable } from "#app/data/schema/archive.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isIntact } from "./content-store.server.ts";
import { type Capture, hashEntry } from "./entry-hash.server.ts";

export type Verification = {
  /** A sentence for each defect, with the entry or content that has it. */
  problems: readonly string[];
  /** A sentence for each entry that is dated before the one before it. The order of the entries is proven, but not the time. */
  notices: readonly string[];
  entries: number;
  contents: number;
  /** The last entry. A copy of its hash outside the database shows whether later entries were removed. */
  last: { position: number; hash: string; recordedAt: Date } | undefined;
};

/** Limits the memory, because fonts and PDF files are among the contents. */
const contentsPerQuery = 50;

/** Recomputes the hash chain and the hashes of all contents. @param signal ends it with an error */
export async function verifyRecord(
  db: Kysely<Database>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Verification> {
  const chain = await verifyChain(db, signal);
  const contents = await verifyContents(db, signal);
  return {
    problems: [...chain.problems, ...contents.problems],
    notices: chain.notices,
    entries: chain.entries,
    contents: contents.count,
    last: chain.last,
  };
}

/** Whether a page is what its entry lists, and the entry follows the one before it. The rest of the chain is not read. */
export async function isCaptureIntact(
  db: Kysely<Database>,
  { position, contentHash }: { position: number; contentHash: string },
): Promise<boolean> {
  const [entry, previous] = await db
    .selectFrom("archiveEntries")
    .selectAll()
    .where("position", "in", [position, position - 1])
    .orderBy("position", "desc")
    .execute();
  const content = await db
    .selectFrom("archiveContents")
    .selectAll()
    .where("hash", "=", contentHash)
    .executeTakeFirst();
  if (entry === undefined || content === undefined) return false;
  return (
    entry.previousHash === (previous?.hash ?? null) &&
    isEntryIntact(entry, await loadCaptures(db, position)) &&
    isIntact(content)
  );
}

/** Whether the stored hash of an entry is that of its fields and captures. */
function isEntryIntact({ hash, ...entry }: ArchiveEntriesTable, captures: readonly Capture[]): boolean {
  return hashEntry(entry, captures) === hash;
}

async function verifyChain(db: Kysely<Database>, signal: AbortSignal) {
  const problems: string[] = [];
  const entries = await db.selectFrom("archiveEntries").selectAll().orderBy("position").execute();
  let last: ArchiveEntriesTable | undefined;
  for (const entry of entries) {
    signal.throwIfAborted();
    const { position } = entry;
    const captures = await loadCaptures(db, position);
    if (position !== (last?.position ?? 0) + 1) {
      problems.push(`Entry ${position}: entries before it are missing.`);
    }
    if (entry.previousHash !== (last?.hash ?? null)) {
      problems.push(`Entry ${position}: it does not follow the hash of the entry before it.`);
    }
    if (captures.length === 0) problems.push(`Entry ${position}: it has no pages or files.`);
    if (!isEntryIntact(entry, captures)) {
      problems.push(`Entry ${position}: its hash is not that of its time, names, reason, pages and files.`);
    }
    last = entry;
  }
  return { problems, notices: listMisdated(entries), entries: entries.length, last };
}

function listMisdated(entries: readonly ArchiveEntriesTable[]): string[] {
  const isMisdated = ({ recordedAt }: ArchiveEntriesTable, index: number): boolean => {
    const previous = entries[index - 1];
    return previous !== undefined && recordedAt < previous.recordedAt;
  };
  return entries
    .filter(isMisdated)
    .map(({ position }) => `Entry ${position} is dated before entry ${position - 1}, so a clock was wrong.`);
}

/** The pages and files of an entry. */
export async function loadCaptures(db: Kysely<Database>, position: number): Promise<Capture[]> {
  return db
    .selectFrom("archiveCaptures")
    .select(["path", "title", "contentHash", "responseHash", "textHash"])
    .where("position", "=", position)
    .orderBy("path")
    .execute();
}

async function verifyContents(
  db: Kysely<Database>,
  signal: AbortSignal,
): Promise<{ problems: string[]; count: number }> {
  const problems: string[] = [];
  let count = 0;
  let after = "";
  for (;;) {
    signal.throwIfAborted();
    const rows = await db
      .selectFrom("archiveContents")
      .selectAll()
      .where("hash", ">", after)
      .orderBy("hash")
      .limit(contentsPerQuery)
      .execute();
    for (const row of rows) {
      if (!(await isIntact(row))) problems.push(await describeContent(db, row.hash));
    }
    count += rows.length;
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return { problems, count };
    after = lastRow.hash;
  }
}

/** “Content 1f0c…: its bytes are not those of this hash. It is /about in entry 3.” */
async function describeContent(db: Kysely<Database>, hash: string): Promise<string> {
  const uses = await db
    .selectFrom("archiveCaptures")
    .select(["position", "path"])
    .where((column) =>
      column.or([
        column("contentHash", "=", hash),
        column("responseHash", "=", hash),
        column("textHash", "=", hash),
      ]),
    )
    .orderBy("position")
    .limit(3)
    .execute();
  const places = uses.map(({ position, path }) => `${path} in entry ${position}`);
  return `Content ${hash}: its bytes are not those of this hash. It is used by ${places.join(", ") || "no entry"}.`;
}

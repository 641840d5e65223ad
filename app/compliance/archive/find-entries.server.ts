import { type Kysely, sql } from "kysely";
import type { ArchiveEntriesTable } from "#app/data/schema/archive.ts";
import type { Database } from "#app/data/schema/database.ts";

/** The last entry of the chain; undefined if nothing was captured yet. */
export async function findLastEntry(db: Kysely<Database>): Promise<ArchiveEntriesTable | undefined> {
  return db.selectFrom("archiveEntries").selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();
}

/** The first entry of the chain; undefined if nothing was captured yet. */
export async function findFirstEntry(db: Kysely<Database>): Promise<ArchiveEntriesTable | undefined> {
  return db.selectFrom("archiveEntries").selectAll().orderBy("position").limit(1).executeTakeFirst();
}

/** The entry that a hash or its first digits name. @param hash hexadecimal digits in lower case */
export async function findEntry(
  db: Kysely<Database>,
  hash: string,
): Promise<ArchiveEntriesTable | undefined> {
  return db
    .selectFrom("archiveEntries")
    .selectAll()
    .where("hash", "like", `${hash}%`)
    .limit(1)
    .executeTakeFirst();
}

/** The known entries that the chain no longer contains. */
export async function listMissingEntries(
  db: Kysely<Database>,
  known: readonly { position: number; hash: string }[],
): Promise<{ position: number; hash: string }[]> {
  const { rows } = await sql<{ position: number; hash: string }>`
    select known.position, known.hash
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known (position integer, hash text)
    where not exists (
      select from archive_entries as entry where entry.position = known.position and entry.hash = known.hash
    )
    order by known.position`.execute(db);
  return rows;
}

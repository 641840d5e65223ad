import type { Kysely } from "kysely";
import { loadCaptures } from "#app/compliance/archive/verify-record.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type ChainEntry, listChanges, listVersions, type Version } from "./list-changes.ts";
import type { Period } from "./period.server.ts";

/** Every entry up to a position with its fields and captures, from which its hash can be computed. */
export async function loadChain(db: Kysely<Database>, position: number): Promise<ChainEntry[]> {
  const entries = await db
    .selectFrom("archiveEntries")
    .selectAll()
    .where("position", "<=", position)
    .orderBy("position")
    .execute();
  const chain = [];
  for (const entry of entries) chain.push({ ...entry, captures: await loadCaptures(db, entry.position) });
  return chain;
}

/** Every page and file that was published in a period, in all its versions. */
export async function loadVersions(db: Kysely<Database>, { startsAt, position }: Period): Promise<Version[]> {
  return listVersions(listChanges(await loadChain(db, position), startsAt));
}

import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { ContentReleasesTable } from "#app/data/schema/content.ts";
import type { Database } from "#app/data/schema/database.ts";

/** The hash of each document of a release, by the document's name. */
export type DocumentHashes = ReadonlyMap<string, string>;

/** A version of a document as it is stored. */
export type Body = { hash: string; body: string };

export function toBody(document: unknown): Body {
  const body = JSON.stringify(document);
  return { hash: createHash("sha256").update(body).digest("hex"), body };
}

/** Lets one transaction publish at a time, on all servers. */
export async function lockPublishing(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('publishing', 0))`.execute(trx);
}

/** The number of the latest release, or undefined before the first. */
export async function findLatestRelease(db: Kysely<Database>): Promise<number | undefined> {
  const row = await db
    .selectFrom("contentReleases")
    .select("number")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

export async function listDocumentHashes(db: Kysely<Database>, release: number): Promise<DocumentHashes> {
  const rows = await db
    .selectFrom("contentReleaseDocuments")
    .select(["document", "hash"])
    .where("release", "=", release)
    .execute();
  return new Map(rows.map(({ document, hash }) => [document, hash]));
}

/** The bodies with these hashes, as JSON text. */
export async function findBodies(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom("contentBodies")
    .select(["hash", "body"])
    .where("hash", "in", [...new Set(hashes)])
    .execute();
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}

/** Stores bodies that are not stored yet. */
export async function storeBodies(db: Kysely<Database>, bodies: readonly Body[]): Promise<void> {
  if (bodies.length === 0) return;
  await db
    .insertInto("contentBodies")
    .values([...bodies])
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
}

/** Adds a release. The caller has the lock and has stored the bodies. */
export async function insertRelease(
  trx: Transaction<Database>,
  release: ContentReleasesTable,
  documents: DocumentHashes,
): Promise<void> {
  await trx.insertInto("contentReleases").values(release).execute();
  await trx
    .insertInto("contentReleaseDocuments")
    .values([...documents].map(([document, hash]) => ({ release: release.number, document, hash })))
    .execute();
}

import { type Kysely, sql } from "kysely";
import type { PublishedFile } from "#app/compliance/archive/published-site.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { scanClaims } from "#app/compliance/claims/scan-claims.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** Publishes pages as a new release and searches them for claims. */
export async function publishClaims(db: Kysely<Database>, pages: readonly PublishedFile[]): Promise<void> {
  const captures = await storeCaptures(db, pages);
  const { rows } = await sql<{ next: number }>`select count(*) + 1 as next from archive_entries`.execute(db);
  await recordSite(db, {
    captures,
    siteDigest: `digest ${rows[0]?.next}`,
    build: undefined,
    release: undefined,
  });
  await scanClaims(db);
}

/** The id of the claim with a figure. */
export async function claimWith(db: Kysely<Database>, figure: string): Promise<number> {
  const { id } = await db
    .selectFrom("claims")
    .select("id")
    .where("figure", "=", figure)
    .executeTakeFirstOrThrow();
  return id;
}

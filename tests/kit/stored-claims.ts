import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { PublishedFile } from "#app/compliance/archive/published-site.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { scanClaims } from "#app/compliance/claims/scan-claims.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { setRecordedAt } from "./published-site.ts";

/** Earlier than the clock of every test that reads claims. */
const publishedAt = "2026-11-01T12:00:00Z";

/** Publishes pages as a new release and searches them for claims. */
export async function publishClaims(db: Kysely<Database>, pages: readonly PublishedFile[]): Promise<void> {
  await publishUnsearched(db, pages);
  await scanClaims(db);
}

/** Publishes pages as a new release that was not searched for claims. */
export async function publishUnsearched(
  db: Kysely<Database>,
  pages: readonly PublishedFile[],
): Promise<void> {
  const captures = await storeCaptures(db, pages);
  const { release = 0 } = await recordSite(db, {
    captures,
    build: randomUUID(),
    release: undefined,
  });
  await setRecordedAt(db, release, publishedAt);
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

import { type Kysely, sql } from "kysely";
import type { PublishedFile, PublishedSite } from "#app/compliance/archive/published-site.ts";
import type { Database } from "#app/data/schema/database.ts";

/** A page for tests of the archive. */
export function aPage(path: string, body: string, title = `Title of ${path}`): PublishedFile {
  const html = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
  return {
    path,
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
    bytes: Buffer.from(html),
    isPage: true,
  };
}

/** A file that pages use. */
export function aFile(path: string, content: string, type: string): PublishedFile {
  return { path, status: 200, headers: { "content-type": type }, bytes: Buffer.from(content), isPage: false };
}

/** A site whose files, digest and stamp a test can change. */
export function aSite(files: PublishedFile[], digest = "a".repeat(64)) {
  const state = { files, digest, currentStamp: "first" };
  const site: PublishedSite = {
    stamp: () => state.currentStamp,
    release: () => 0,
    render: () => Promise.resolve(state.files),
    computeDigest: () => Promise.resolve(state.digest),
  };
  return Object.assign(state, site);
}

/** Sets when an entry was recorded. The archive reads the time from the database, and its triggers reject changes. */
export async function setRecordedAt(db: Kysely<Database>, position: number, at: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update archive_entries set recorded_at = ${at} where position = ${position}`.execute(trx);
  });
}

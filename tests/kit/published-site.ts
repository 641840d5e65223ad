import { type Kysely, sql } from "kysely";
import { hashEntry } from "#app/compliance/archive/entry-hash.server.ts";
import { loadCaptures } from "#app/compliance/archive/verify-record.server.ts";
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

/** A site whose files and stamp a test can change. */
export function aSite(files: PublishedFile[], build = "Version 0.1.0") {
  const state = { files, currentStamp: "first" };
  const site: PublishedSite = {
    build,
    stamp: () => state.currentStamp,
    release: () => 0,
    render: () => Promise.resolve(state.files),
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

/** Moves the first entries into the past, with hashes that match their times. */
export async function moveEntries(db: Kysely<Database>, ...times: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    let previousHash: string | null = null;
    for (const [index, at] of times.entries()) {
      const position = index + 1;
      const stored = await trx
        .selectFrom("archiveEntries")
        .selectAll()
        .where("position", "=", position)
        .executeTakeFirstOrThrow();
      const { hash: _, ...entry } = { ...stored, recordedAt: new Date(at), previousHash };
      const hash = hashEntry(entry, await loadCaptures(trx, position));
      await trx
        .updateTable("archiveEntries")
        .set({ recordedAt: entry.recordedAt, previousHash, hash })
        .where("position", "=", position)
        .execute();
      previousHash = hash;
    }
  });
}

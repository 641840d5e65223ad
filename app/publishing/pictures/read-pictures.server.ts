import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { parsePicturePath, type PictureAddress } from "#content/article-format/picture-address.ts";

export type StoredPicture = PictureAddress & { alt: string; uploadedAt: Date; uploadedBy: string };

/** Pictures, the newest first. */
export async function listPictures(db: Kysely<Database>, limit: number): Promise<StoredPicture[]> {
  return db
    .selectFrom("contentPictures")
    .selectAll()
    .orderBy("uploadedAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Finds the bytes of a file of a picture by its path. */
export type FindPicture = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** Bytes of pictures in the memory of each process. */
const maxCachedBytes = 32_000_000;

/** Unknown ids cause at most one query in this time. */
const refreshEveryMs = 1_000;

/** Reads pictures from the database, and keeps the latest ones in memory. Their bytes never change. */
export function createPictureReader(db: Kysely<Database>): FindPicture {
  const cache = new Map<string, Uint8Array<ArrayBuffer>>();
  let cachedBytes = 0;
  let known: ReadonlyMap<string, PictureAddress> = new Map();
  let refreshing: Promise<void> | undefined;
  let refreshedAt = -Infinity;

  async function refresh(): Promise<void> {
    const rows = await db.selectFrom("contentPictures").select(["id", "width", "height"]).execute();
    known = new Map(rows.map((row) => [row.id, row]));
    refreshedAt = performance.now();
  }

  async function isKnown({ id, width, height }: PictureAddress): Promise<boolean> {
    if (!known.has(id) && performance.now() - refreshedAt > refreshEveryMs) {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
    }
    const picture = known.get(id);
    return picture?.width === width && picture.height === height;
  }

  function keep(path: string, bytes: Uint8Array<ArrayBuffer>): void {
    cache.set(path, bytes);
    cachedBytes += bytes.byteLength;
    for (const [oldest, { byteLength }] of cache) {
      if (cachedBytes <= maxCachedBytes) return;
      cache.delete(oldest);
      cachedBytes -= byteLength;
    }
  }

  return async (path) => {
    const cached = cache.get(path);
    if (cached !== undefined) return cached;
    const address = parsePicturePath(path);
    if (address === undefined || !(await isKnown(address))) return undefined;
    const row = await db
      .selectFrom("contentPictureFiles")
      .select("bytes")
      .where("picture", "=", address.id)
      .where("width", "=", address.shown)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const bytes = new Uint8Array(row.bytes);
    if (!cache.has(path)) keep(path, bytes);
    return bytes;
  };
}

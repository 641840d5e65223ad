import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { PurposeKeys } from "#app/platform/key-ring.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** The browser files of all recent builds, by their paths. Their names contain a hash, so a path always has the same content. */
export type StoredAssets = {
  /** Stores the files of this build, and deletes those that builds have replaced for `keptDays`. */
  store(files: ReadonlyMap<string, Buffer>): Promise<void>;
  /** A file of another build. */
  find(path: string): Promise<Buffer | undefined>;
};

/** A page that is open for longer loads the new build when it is reloaded. */
const keptDays = 30;

/** Requests for unknown paths cause no more queries than this. */
const pathsPollMs = 1_000;

export function createStoredAssets(deps: {
  db: Kysely<Database>;
  keys: PurposeKeys;
  clock: Clock;
  log: Log;
}): StoredAssets {
  const { db, keys, clock, log } = deps;
  let paths = Promise.resolve<ReadonlySet<string>>(new Set());
  let readAtMs = -pathsPollMs;

  async function readPaths(): Promise<ReadonlySet<string>> {
    const rows = await db.selectFrom("builtAssets").select("path").execute();
    return new Set(rows.map(({ path }) => path));
  }

  return {
    async store(files) {
      try {
        await storeFiles(db, keys[0], files, clock.now());
      } catch (error) {
        // The server can work without it.
        log.warn("assets.not_stored", { error });
      }
    },
    async find(path) {
      if (!(await paths).has(path) && performance.now() - readAtMs >= pathsPollMs) {
        readAtMs = performance.now();
        paths = readPaths().catch((error: unknown) => {
          log.warn("assets.not_read", { error });
          return new Set();
        });
      }
      if (!(await paths).has(path)) return undefined;
      const row = await db
        .selectFrom("builtAssets")
        .select(["body", "seal"])
        .where("path", "=", path)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const isOwn = keys.some((key) => timingSafeEqual(computeSeal(key, path, row.body), row.seal));
      return isOwn ? row.body : undefined;
    },
  };
}

async function storeFiles(
  db: Kysely<Database>,
  key: KeyObject,
  files: ReadonlyMap<string, Buffer>,
  now: Date,
): Promise<void> {
  const expired = new Date(now.getTime() - keptDays * 86_400_000);
  const seals = new Map([...files].map(([path, body]) => [path, computeSeal(key, path, body)]));
  // A restart of the same build usually changes nothing, and sending its files would take longer than this query.
  const { missing, isCurrent } = await compareStored(db, seals, expired);
  if (isCurrent) return;
  const bodies = missing.map((path) => files.get(path));
  await db.transaction().execute(async (tx) => {
    // Without the lock, two servers that start at the same time could deadlock, because each inserts its rows in another order.
    await sql`lock table built_assets in share row exclusive mode`.execute(tx);
    await sql`
      insert into built_assets (path, body, seal)
      select * from unnest(${missing}::text[], ${bodies}::bytea[], ${missing.map((path) => seals.get(path))}::bytea[])
      on conflict (path) do update set body = excluded.body, seal = excluded.seal, replaced_at = null
      where built_assets.replaced_at is not null or built_assets.seal <> excluded.seal`.execute(tx);
    // A server of another build may have replaced files since the comparison.
    await sql`
      update built_assets set replaced_at = case when path = any(${[...files.keys()]}::text[]) then null else ${now}::timestamptz end
      where (replaced_at is null) <> (path = any(${[...files.keys()]}::text[]))`.execute(tx);
    await sql`delete from built_assets where replaced_at < ${expired}`.execute(tx);
  });
}

/** The paths of the files that are not stored, and whether nothing else has to change either. */
async function compareStored(
  db: Kysely<Database>,
  seals: ReadonlyMap<string, Buffer>,
  expired: Date,
): Promise<{ missing: string[]; isCurrent: boolean }> {
  const rows = await db.selectFrom("builtAssets").select(["path", "seal", "replacedAt"]).execute();
  const stored = new Map(rows.map((row) => [row.path, row]));
  const missing = [...seals.keys()].filter((path) => {
    const row = stored.get(path);
    return row?.replacedAt !== null || !row.seal.equals(seals.get(path) ?? Buffer.alloc(0));
  });
  const isOutdated = rows.some(({ path, replacedAt }) =>
    replacedAt === null ? !seals.has(path) : replacedAt < expired,
  );
  return { missing, isCurrent: missing.length === 0 && !isOutdated };
}

function computeSeal(key: KeyObject, path: string, body: Buffer): Buffer {
  return createHmac("sha256", key).update(path).update("\0").update(body).digest();
}

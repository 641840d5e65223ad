import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { createLog, silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createReadinessCheck } from "./readiness.server.ts";

const { db, pool } = testDatabase();
const probePool = openPool(pool.options, silentLog, { maxConnections: 1 });
afterAll(() => probePool.end());

afterEach(() => sql`drop trigger if exists refused on readiness_probes`.execute(db));

/** Makes every write fail with a PostgreSQL error code. */
async function refuseWrites(code: string): Promise<void> {
  await sql`
    create or replace function refuse_probe() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception sqlstate '${code}'; end`)}`.execute(db);
  await sql`create trigger refused before insert on readiness_probes execute function refuse_probe()`.execute(
    db,
  );
}

function checkWith(options: Partial<Parameters<typeof createReadinessCheck>[0]> = {}) {
  const events: string[] = [];
  const log = createLog({ level: "info", write: (line) => events.push(line) });
  return { events, isReady: createReadinessCheck({ pool, probePool, log, ...options }) };
}

describe("the database", () => {
  test("is ready when it accepts a write, and keeps no row", async () => {
    const { isReady, events } = checkWith();
    expect(await isReady()).toBe(true);
    expect(await db.selectFrom("readinessProbes").selectAll().execute()).toEqual([]);
    expect(events).toEqual([]);
  });

  test("grows with each probe, so that a full disk is detected", async () => {
    const size = sql<{ bytes: number }>`select pg_relation_size('readiness_probes') as bytes`;
    const before = (await size.execute(db)).rows[0]?.bytes ?? 0;
    await checkWith().isReady();
    expect((await size.execute(db)).rows[0]?.bytes).toBe(before + 8_192);
  });

  test.each(["53100", "25006", "53200"])(
    "is not ready when reads succeed and writes fail with %s",
    async (code) => {
      await refuseWrites(code);
      const { isReady, events } = checkWith();
      expect(await isReady()).toBe(false);
      expect(events.join("")).toMatch(/"event":"database\.not_ready".*"reason":"write-failed"/);
      expect(events.join("")).toContain(code);
    },
  );

  test("runs one check for many concurrent probes and logs an outage once at its start and end", async () => {
    await refuseWrites("53100");
    const { isReady, events } = checkWith();
    expect(new Set(await Promise.all(Array.from({ length: 50 }, isReady)))).toEqual(new Set([false]));
    expect(await isReady()).toBe(false);
    await sql`drop trigger refused on readiness_probes`.execute(db);
    await expect.poll(isReady).toBe(true);
    expect(events.map((line) => /"event":"([^"]+)"/.exec(line)?.[1])).toEqual([
      "database.not_ready",
      "database.ready",
    ]);
  });

  test("is checked again immediately after a connection breaks", async () => {
    const { isReady } = checkWith();
    expect(await isReady()).toBe(true);
    await refuseWrites("25006");
    expect(await isReady()).toBe(true);
    const client = await pool.connect();
    const isRemoved = new Promise((resolve) => pool.once("remove", resolve));
    client.release(true);
    await isRemoved;
    expect(await isReady()).toBe(false);
  });

  test("is ready while requests hold all connections, and each check uses the same connection", async () => {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const opened: unknown[] = [];
    probePool.on("connect", (client) => opened.push(client));
    try {
      expect(await checkWith().isReady()).toBe(true);
      expect(await checkWith().isReady()).toBe(true);
      expect(opened.length).toBeLessThanOrEqual(1);
    } finally {
      for (const client of clients) client.release();
    }
  });

  test("is not ready while it does not answer in time, and recovers when it does @long", async () => {
    const client = await pool.connect();
    await client.query("begin; lock table readiness_probes in access exclusive mode");
    const { isReady, events } = checkWith();
    expect(await isReady()).toBe(false);
    expect(events.join("")).toContain('"reason":"no-answer-in-time"');
    // No other check starts while one is pending.
    expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
    const waiting = sql<{ count: number }>`select count(*) from pg_locks
      where relation = 'readiness_probes'::regclass and not granted`;
    expect((await waiting.execute(db)).rows).toEqual([{ count: 1 }]);
    await client.query("commit");
    client.release();
    await expect.poll(isReady).toBe(true);
  });
});

describe("the disk of the embedded database", () => {
  test("is not ready when almost full, although writes still succeed", async () => {
    const { isReady, events } = checkWith({ dataDir: "/", minFreeBytes: Number.MAX_SAFE_INTEGER });
    expect(await isReady()).toBe(false);
    expect(events.join("")).toContain('"reason":"disk-almost-full"');
  });

  test("is not ready when it cannot be read, with the error in the log", async () => {
    const { isReady, events } = checkWith({ dataDir: "/no-such-folder", minFreeBytes: 1 });
    expect(await isReady()).toBe(false);
    expect(events.join("")).toMatch(/"reason":"disk-unreadable".*ENOENT/);
  });

  test("is ready with enough free space", async () => {
    expect(await checkWith({ dataDir: "/", minFreeBytes: 1 }).isReady()).toBe(true);
  });
});

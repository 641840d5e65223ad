import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type pg from "pg";
import { beforeAll, beforeEach, inject } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import { openPool, openQueries } from "#app/data/connection/open-pool.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { emptyTables } from "./empty-tables.ts";
import { asAdministrator, databaseUrl } from "./test-server.ts";

/** Long enough for a busy machine, on which hundreds of concurrent queries wait for a connection. */
const connectTimeoutMs = 30_000;

export type TestDatabase = { db: Kysely<Database>; pool: pg.Pool };

/**
 * A migrated database, empty at the start of each test. Call it at the top of a test file or of a `describe`; its result
 * may be destructured immediately, because it connects with the first query.
 *
 * @example
 * const { db } = testDatabase();
 */
export function testDatabase(): TestDatabase {
  const server = inject("testServer");
  // One database per worker, which runs its files sequentially.
  const name = `${server.prefix}${inject("projectName")}_${process.env["VITEST_POOL_ID"] ?? "0"}`;
  const url = databaseUrl(server, name);
  beforeAll(async () => {
    // Also before the file starts its own background jobs, so that they find nothing of the previous file.
    if (!(await makeDatabase(name))) await emptyTables(url);
  });
  beforeEach(() => emptyTables(url));
  const pool = pools.get(url) ?? openPool({ connectionString: url }, silentLog, { connectTimeoutMs });
  pools.set(url, pool);
  // The program of each file listens to the connections that close.
  pool.setMaxListeners(0);
  return { db: openQueries(pool), pool };
}

/**
 * The connections of this worker by URL. They stay open for its next files, because a new connection plans every statement again, which took
 * a third of the time of the HTTP tests.
 */
const pools = new Map<string, pg.Pool>();

/** The URL of a new database without tables, which is removed with the test server. */
export async function emptyDatabase(): Promise<string> {
  const server = inject("testServer");
  const name = `${server.prefix}empty_${randomUUID().slice(0, 8)}`;
  await asAdministrator(server, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  );
  return databaseUrl(server, name);
}

/** @returns whether the database is new. Otherwise, it contains the rows of the worker's previous file. */
async function makeDatabase(name: string): Promise<boolean> {
  const server = inject("testServer");
  return asAdministrator(server, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    const isNew = found.rowCount === 0;
    if (isNew) await client.query(`create database ${name} template ${server.template}`);
    return isNew;
  });
}

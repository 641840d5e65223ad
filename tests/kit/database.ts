import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import { openPool, openQueries } from "#app/data/connection/open-pool.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { asAdministrator, databaseUrl } from "./test-server.ts";

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
  const pool = openPool({ connectionString: databaseUrl(server, name) }, silentLog);
  const db = openQueries(pool);
  beforeAll(async () => {
    // Also before the file starts its own background jobs, so that they find nothing of the previous file.
    if (!(await makeDatabase(name))) await emptyTables(pool);
  });
  beforeEach(() => emptyTables(pool));
  afterAll(() => pool.end());
  return { db, pool };
}

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

/** Larger tables are truncated, because deleted rows stay in the file until a vacuum. */
const largestToDeleteBytes = 256 * 1_024;

async function emptyTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(`
    select format('%I.%I', schemaname, tablename) as name,
      pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) as bytes
    from pg_tables
    where schemaname = 'public' and tablename not in ('schema_migrations', 'clock_checks')`);
  if (rows.length === 0) return;
  const tables = rows.map(({ name }) => name);
  const large = rows.filter(({ bytes }) => Number(bytes) > largestToDeleteBytes).map(({ name }) => name);
  const statements = [
    "begin",
    // Disables triggers and foreign keys: the audit log rejects deletion, and the order of tables does not matter.
    "set local session_replication_role = replica",
    // Waits for writers, so that their rows are deleted too.
    `lock table ${tables.join(", ")} in share row exclusive mode`,
    ...tables.filter((name) => !large.includes(name)).map((name) => `delete from ${name}`),
    ...(large.length === 0 ? [] : [`truncate ${large.join(", ")} cascade`]),
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
      from pg_sequences where schemaname = 'public' and last_value is not null`,
    "commit",
  ];
  await runTogether(pool, statements.join(";"));
}

const deadlock = "40P01";

/** Retries after a deadlock with background jobs. */
async function runTogether(pool: pg.Pool, statements: string, tries = 5): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(statements);
  } catch (error) {
    await client.query("rollback");
    const isDeadlock = error instanceof Error && "code" in error && error.code === deadlock;
    if (!isDeadlock || tries === 1) throw error;
    await runTogether(pool, statements, tries - 1);
  } finally {
    client.release();
  }
}

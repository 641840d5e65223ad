import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { makeExtensions } from "./create-extensions.server.ts";
import { makeFirstTable } from "./create-first-table.server.ts";

/** SQL texts by file name, such as "0001_assessments.sql". */
export type Migrations = Readonly<Record<string, string>>;

/** The name in the table of migrations that marks a database into which a restore has not finished. No server starts on it. */
export const unfinishedRestore = "unfinished-restore";

/**
 * Migrates the database. To add a migration: add a numbered .sql file to this folder, update the types in `app/data/schema`, and add the
 * digest to `merged-migrations.test.ts`. Each file runs once, in its own transaction, in the order of the numbers.
 * Several programs can call it at the same time, because an advisory lock serializes them.
 * @param options.isRestore permits a database that is marked as `unfinishedRestore`
 * @returns the names of the files that ran
 * @throws StartupProblem if a file was changed after it ran, the database is newer than this program, or the role cannot create tables or
 * extensions
 */
export async function migrate(options: {
  pool: Pool;
  log: Log;
  migrations?: Migrations;
  isRestore?: boolean;
}): Promise<readonly string[]> {
  const plan = planMigrations(options.migrations ?? ownMigrations());
  const client = await options.pool.connect();
  try {
    const done = await transaction(client, async () => {
      await makeFirstTable(client);
      await makeExtensions(client);
      return readApplied(client);
    });
    const isUnfinished = done.delete(unfinishedRestore);
    if (isUnfinished && options.isRestore !== true) throw new StartupProblem(restoreMessage);
    assertCompatible(plan, done);
    const ran: string[] = [];
    for (const migration of plan) {
      if (done.has(migration.name)) continue;
      if (await runOnce(client, migration, options.log)) {
        options.log.info("migration.applied", { name: migration.name });
        ran.push(migration.name);
      }
    }
    return ran;
  } finally {
    client.release();
  }
}

export type Migration = { name: string; sql: string; checksum: string };

const restoreMessage =
  "A restore into this database did not finish, so its data is not complete: run the restore again, or use another database.";

/** The program's migrations with their checksums, in order. */
export function listMigrations(): readonly Migration[] {
  return planMigrations(ownMigrations());
}

/** Vite adds the texts to the bundle, so that the built program needs no other files. */
function ownMigrations(): Migrations {
  const files = import.meta.glob<string>("./*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  return Object.fromEntries(
    Object.entries(files).map(([path, sql]) => [path.slice(path.lastIndexOf("/") + 1), sql]),
  );
}

function planMigrations(migrations: Migrations): Migration[] {
  const names = Object.keys(migrations).toSorted();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not named like 0001_what_it_does.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
  }
  return names.map((name) => {
    // Line endings depend on the git settings of the machine.
    const sql = (migrations[name] ?? "").replaceAll("\r\n", "\n");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

/** An arbitrary number that all migrating programs share. */
const lockNumber = 7_310_422_915;

/** Runs `work` while no other program migrates. The lock belongs to the transaction, so a killed program releases it. */
async function transaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    // Waiting for another program or building an index can take longer than the pool's timeouts.
    await client.query("set local statement_timeout = 0");
    await client.query("set local lock_timeout = 0");
    await client.query(withLongTimeout(`select pg_advisory_xact_lock(${lockNumber})`));
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

const noticeAfterMs = 2_000;

async function runOnce(client: PoolClient, migration: Migration, log: Log): Promise<boolean> {
  return transaction(client, async () => {
    // Waits for a running backup, which holds a lock on this table (app/backup/database/dump-database.server.ts), before it locks others.
    const notice = setTimeout(() => log.info("migration.waiting", { name: migration.name }), noticeAfterMs);
    await client
      .query(withLongTimeout("lock table schema_migrations in row exclusive mode"))
      .finally(() => clearTimeout(notice));
    // Another program may have migrated while this one waited for the lock.
    if ((await readApplied(client)).has(migration.name)) return false;
    await client.query(withLongTimeout(migration.sql));
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    return true;
  });
}

/** The pool's query timeout is too short to migrate a large table. */
function withLongTimeout(text: string): { text: string; query_timeout: number } {
  return { text, query_timeout: 24 * 3_600_000 };
}

const appliedSchema = z.array(z.object({ name: z.string(), checksum: z.string() }));

async function readApplied(client: PoolClient): Promise<Map<string, string>> {
  const answer = await client.query("select name, checksum from schema_migrations order by name");
  return new Map(appliedSchema.parse(answer.rows).map((row) => [row.name, row.checksum]));
}

function assertCompatible(plan: readonly Migration[], done: ReadonlyMap<string, string>): void {
  for (const migration of plan) {
    const checksum = done.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new StartupProblem(
        `The migration ${migration.name} was changed after this database ran it: restore the file, and put the change into a new file.`,
      );
    }
  }
  const known = new Set(plan.map((migration) => migration.name));
  const unknown = [...done.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new StartupProblem(
      `This database was last used by a newer version of the program (it has the migration ${unknown}): start that version or a later one.`,
    );
  }
  const newest = [...done.keys()].at(-1);
  const late = plan.find(
    (migration) => !done.has(migration.name) && newest !== undefined && migration.name < newest,
  );
  if (late !== undefined) {
    throw new StartupProblem(
      `The migration ${late.name} comes before ${newest}, which this database already has: give it a later number.`,
    );
  }
}

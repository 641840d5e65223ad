import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { isDeadlock, isLockTimeout } from "#app/data/connection/postgres-errors.server.ts";
import { isPooled } from "#app/data/connection/session.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { readApplied } from "./check-compatibility.server.ts";
import type { ConcurrentStatement } from "./read-directives.server.ts";
import type { Migration } from "./plan-migrations.server.ts";

/** How long a migration waits for each lock, the pause before it tries again, and how often it tries. */
export type LockWaits = { timeoutMs: number; pauseMs: number; maxTries: number };

/** While a migration waits for a table, later queries of the table wait too, so it gives up quickly. In all it tries for ten minutes. */
export const usualLockWaits: LockWaits = { timeoutMs: 2_000, pauseMs: 4_000, maxTries: 100 };

type Deps = { pool: Pool; client: PoolClient; log: Log; lockWaits: LockWaits };

/**
 * Runs a migration and stores that it ran. If a table stays locked, it is rolled back and tried again, so that servers keep working.
 * @returns false if another program has run it in the meantime
 * @throws StartupProblem if a table stays locked
 */
export async function runMigration(deps: Deps, migration: Migration): Promise<boolean> {
  const { log, lockWaits } = deps;
  const { name } = migration;
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(deps, migration);
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (tries >= lockWaits.maxTries) {
        throw new StartupProblem(
          `The migration ${name} could not lock a table, because another transaction uses it: end that transaction (“Migrations” in docs/runbook.md) and start again.`,
        );
      }
      log.info("migration.locked", { name, tries });
      await sleep(lockWaits.pauseMs);
    }
  }
}

const noticeAfterMs = 2_000;

async function runOnce(deps: Deps, migration: Migration): Promise<boolean> {
  const { client, log } = deps;
  return inLockedTransaction(client, async () => {
    // Waits for a running backup, which holds a lock on this table (app/backup/database/dump-database.server.ts), before it locks others.
    const notice = setTimeout(() => log.info("migration.waiting", { name: migration.name }), noticeAfterMs);
    await client
      .query(withLongTimeout("lock table schema_migrations in row exclusive mode"))
      .finally(() => clearTimeout(notice));
    // Another program may have migrated while this one waited for the lock.
    if ((await readApplied(client)).has(migration.name)) return false;
    await runStatements(deps, migration);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    if (migration.requiredLevel !== undefined) {
      await client.query("update schema_migrations set required_level = $2 where name = $1", [
        migration.name,
        migration.requiredLevel,
      ]);
    }
    return true;
  });
}

async function runStatements(deps: Deps, migration: Migration): Promise<void> {
  const { client, lockWaits } = deps;
  if (migration.concurrentStatements === undefined) {
    await client.query(`set local lock_timeout = ${lockWaits.timeoutMs}`);
    await client.query(withLongTimeout(migration.sql));
    await client.query("set local lock_timeout = 0");
    return;
  }
  // The transaction of `client` keeps other programs from migrating meanwhile. Concurrent statements do not wait for it, because it has no
  // snapshot and has locked no table but that of the migrations.
  const free = await deps.pool.connect();
  try {
    // Behind a pooler, the session has the server's own timeouts, which are off by default.
    if (!isPooled(free)) await free.query("set statement_timeout = 0; set lock_timeout = 0");
    for (const statement of migration.concurrentStatements) await runConcurrently(free, statement);
  } finally {
    // The connection has other timeouts than those of the pool.
    free.release(true);
  }
}

/** Concurrent statements wait for transactions, but no query waits for them. */
async function runConcurrently(client: PoolClient, { sql, index }: ConcurrentStatement): Promise<void> {
  // An interrupted statement leaves an index that PostgreSQL maintains and does not use.
  const { rowCount } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [index],
  );
  if (rowCount === 1) await client.query(withLongTimeout(`drop index concurrently if exists ${index}`));
  await client.query(withLongTimeout(sql));
}

/** An arbitrary number that all migrating programs share. */
const lockNumber = 7_310_422_915;
const lockPollMs = 100;

/** Runs `work` while no other program migrates. The lock belongs to the transaction, so a killed program releases it. */
export async function inLockedTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await client.query("begin");
    try {
      // Waiting for a backup or changing a table can take longer than the pool's timeouts.
      await client.query(
        "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0",
      );
      // A statement that waits for the lock would have a snapshot, for which a concurrent index would wait in turn.
      const answer = await client.query(`select where pg_try_advisory_xact_lock(${lockNumber})`);
      const isLocked = answer.rowCount === 1;
      const result = isLocked ? { value: await work() } : undefined;
      await client.query("commit");
      if (result !== undefined) return result.value;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
    await sleep(lockPollMs);
  }
}

/** The pool's query timeout is too short to migrate a large table. */
function withLongTimeout(text: string): { text: string; query_timeout: number } {
  return { text, query_timeout: 24 * 3_600_000 };
}

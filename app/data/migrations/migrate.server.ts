import type { Pool } from "pg";
import type { Log } from "#app/platform/log.server.ts";
import {
  type AppliedMigrations,
  checkCompatibility,
  type Compatibility,
  readApplied,
  withoutMarks,
} from "./check-compatibility.server.ts";
import { makeExtensions } from "./create-extensions.server.ts";
import { makeFirstTable } from "./create-first-table.server.ts";
import { type Migrations, ownMigrations, planMigrations } from "./plan-migrations.server.ts";
import { inLockedTransaction, type LockWaits, runMigration, usualLockWaits } from "./run-migration.server.ts";

/**
 * Migrates the database. To add a migration: add a numbered .sql file to this folder, update the types in `app/data/schema`, and add the
 * digest to `merged-migrations.test.ts`. Each file runs once, in its own transaction, in the order of the numbers.
 * Several programs can call it at the same time, because an advisory lock serializes them.
 * @param options.permitsUnfinished permits a database into which a restore or a move has not finished
 * @returns the names of the files that ran
 * @throws StartupProblem if a file was changed after it ran, a later release has removed what this program uses, a table stays locked, or
 * the role cannot create tables or extensions
 */
export async function migrate(options: {
  pool: Pool;
  log: Log;
  migrations?: Migrations;
  permitsUnfinished?: boolean;
  lockWaits?: LockWaits;
}): Promise<readonly string[]> {
  const { pool, log, permitsUnfinished = false, lockWaits = usualLockWaits } = options;
  const plan = planMigrations(options.migrations ?? ownMigrations());
  const client = await pool.connect();
  try {
    const applied = await inLockedTransaction(client, async () => {
      await makeFirstTable(client);
      await makeExtensions(client);
      return readApplied(client);
    });
    const { later, pending } = checkCompatibility(plan, withoutMarks(applied, { permitsUnfinished }));
    if (later.length > 0) log.info("migration.later", { names: later });
    const ran: string[] = [];
    for (const migration of pending) {
      if (await runMigration({ pool, client, log, lockWaits }, migration)) {
        log.info("migration.applied", { name: migration.name });
        ran.push(migration.name);
      }
    }
    return ran;
  } finally {
    client.release();
  }
}

/**
 * Finds out whether this release can run on a database, and changes nothing.
 * @throws StartupProblem if it cannot
 */
export async function checkDatabase(pool: Pool, migrations = ownMigrations()): Promise<Compatibility> {
  return checkCompatibility(planMigrations(migrations), await refuseMarks(pool));
}

/**
 * @returns the migrations of a database that is complete
 * @throws StartupProblem if its data is not complete, or was moved to another database
 */
export async function refuseMarks(pool: Pool): Promise<AppliedMigrations> {
  const { rowCount } = await pool.query("select where to_regclass('schema_migrations') is not null");
  return withoutMarks(rowCount === 0 ? new Map() : await readApplied(pool), { permitsUnfinished: false });
}

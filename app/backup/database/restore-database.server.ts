import type { Pool, PoolClient } from "pg";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import {
  type BackupPart,
  listDifferences,
  type Manifest,
  type Summary,
} from "#app/backup/file/backup-format.server.ts";
import type { TableDigest } from "#app/backup/file/table-digest.server.ts";
import { makeFirstTable } from "#app/data/migrations/create-first-table.server.ts";
import { marks } from "#app/data/migrations/check-compatibility.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { listMigrations, type Migrations } from "#app/data/migrations/plan-migrations.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { countRelations, listTables } from "./catalog.server.ts";
import { type CopiedTable, copySettings, digestTable, writeRows } from "./copy-table.server.ts";
import { analyzeTables, prepareTables, restoreRules, setSequences } from "./fill-tables.server.ts";
import { inTransaction, lockOutOthers, withClient } from "./transactions.server.ts";

export type RestoreDeps = {
  pool: Pool;
  log: Log;
  /** Opens the backup. The whole file was verified before. */
  read: () => AsyncGenerator<BackupPart>;
  /** Called after each step, which can take minutes. */
  onStep: (step: RestoreStep) => void;
};

export type RestoreStep = "schema" | "rows" | "comparison" | "update";

/**
 * Restores a backup into an empty database: creates the schema of the backup, copies all rows in one transaction, compares them with the
 * backup, and migrates to the schema of this program. Until `finishRestore`, no server starts on the database. After an interruption, it can
 * run again on the same database, unless the schema was already updated.
 * @throws BackupProblem if the database contains something else, or if the backup is of a newer release
 */
export async function restoreDatabase(deps: RestoreDeps, manifest: Manifest): Promise<void> {
  const { pool, log, onStep } = deps;
  const migrations = selectMigrations(manifest);
  await withClient(pool, markUnfinished);
  await withClient(pool, (client) => refuseUpdated(client, migrations));
  await migrate({ pool, log, migrations, permitsUnfinished: true });
  onStep("schema");
  await withClient(pool, (client) => replaceRows(client, deps));
  await withClient(pool, analyzeTables);
  await migrate({ pool, log, permitsUnfinished: true });
  onStep("update");
}

/** Permits servers to start on a restored database. */
export async function finishRestore(pool: Pool): Promise<void> {
  await pool.query("delete from schema_migrations where name = $1", [marks.unfinishedRestore]);
}

/** @throws BackupProblem if the backup is of a newer release */
export function checkRelease(manifest: Manifest): void {
  selectMigrations(manifest);
}

/** The migrations of the backup, which are the first ones of this program unless the backup is of another release. */
function selectMigrations({ migrations, release }: Manifest): Migrations {
  const own = new Map(listMigrations().map((migration) => [migration.name, migration]));
  const selected = migrations.map(({ name, checksum }) => {
    const migration = own.get(name);
    if (migration?.checksum === checksum) return [name, migration.sql] as const;
    throw new BackupProblem(
      `The backup needs the migration ${name}, which this release does not have. Restore it with a release that has it: the one that made the backup (${release}) or, after going back to an earlier release, the later one.`,
    );
  });
  return Object.fromEntries(selected);
}

/**
 * Marks an empty database before anything else is created in it.
 * @throws BackupProblem if it contains tables, unless they are those of an unfinished restore
 */
async function markUnfinished(client: PoolClient): Promise<void> {
  await inTransaction(client, async () => {
    if ((await countRelations(client)) > 0) {
      const { rowCount } = await client.query("select where to_regclass('schema_migrations') is not null");
      if (rowCount === 0 || !(await hasMark(client))) throw new BackupProblem(occupied);
    }
    await makeFirstTable(client);
    await addMark(client);
  });
}

/** @throws BackupProblem if an earlier run has updated the schema, into which the rows of the backup do not fit */
async function refuseUpdated(client: PoolClient, migrations: Migrations): Promise<void> {
  const known = [...Object.keys(migrations), ...Object.values(marks)];
  const { rowCount } = await client.query("select from schema_migrations where name <> all($1)", [known]);
  if (rowCount !== 0) {
    throw new BackupProblem(
      "An earlier restore was interrupted after it had updated this database. Delete the database, and restore into an empty one.",
    );
  }
}

const occupied =
  "The database to restore into is not empty. Nothing was changed. Stop the servers that use it, and restore into an empty DATA_DIR or a new database.";

async function hasMark(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query("select from schema_migrations where name = $1", [
    marks.unfinishedRestore,
  ]);
  return rowCount === 1;
}

async function addMark(client: PoolClient): Promise<void> {
  const values = [marks.unfinishedRestore, ""];
  await client.query(
    "insert into schema_migrations (name, checksum) values ($1, $2) on conflict do nothing",
    values,
  );
}

/** Replaces the rows of all tables, which are those that migrations added. */
async function replaceRows(client: PoolClient, { read, onStep }: RestoreDeps): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(copySettings);
    await lockOutOthers(client, inUse);
    const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
    const foreignKeys = await prepareTables(client, [...tables.values()]);
    const summary = await copyRows(client, tables, read());
    await setSequences(client, summary.sequences);
    onStep("rows");
    await restoreRules(client, [...tables.values()], foreignKeys);
    await compareTables(client, tables, summary);
    await addMark(client);
  });
  onStep("comparison");
}

const inUse = "Another program uses the database to restore into. Stop it, and run the restore again.";

async function copyRows(
  client: PoolClient,
  tables: ReadonlyMap<string, CopiedTable>,
  parts: AsyncGenerator<BackupPart>,
): Promise<Summary> {
  const copied = new Set<string>();
  for await (const part of parts) {
    if (part.kind === "table") {
      const { table: name, columns } = part;
      if (!tables.has(name)) {
        throw new BackupProblem(
          `The backup contains the table ${name}, which is not part of this program. Keep other tables in another schema.`,
        );
      }
      await writeRows(client, { name, columns }, readTable(parts));
      copied.add(name);
    }
    if (part.kind === "summary") {
      const missing = [...tables.keys()].find((name) => !copied.has(name));
      if (missing === undefined) return part.summary;
      throw new BackupProblem(`The backup does not contain the table ${missing}. Use another backup.`);
    }
  }
  throw new BackupProblem("The backup has no end. Use another backup.");
}

/** The rows of the table that was just announced. */
async function* readTable(parts: AsyncGenerator<BackupPart>): AsyncGenerator<Buffer> {
  for (;;) {
    // A loop over the generator would close it at the end of the table.
    const next = await parts.next();
    if (next.done === true || next.value.kind === "table-end") return;
    if (next.value.kind === "rows") yield next.value.bytes;
  }
}

/** Reads the rows back, because a difference between servers could change the text of a value. */
async function compareTables(
  client: PoolClient,
  tables: ReadonlyMap<string, CopiedTable>,
  summary: Summary,
): Promise<void> {
  const restored: Record<string, TableDigest> = {};
  for (const table of tables.values()) restored[table.name] = await digestTable(client, table);
  const [different] = listDifferences(restored, summary.tables);
  if (different === undefined) return;
  throw new BackupProblem(
    `The restored rows of the table ${different} differ from the backup. Nothing was restored. Report this with the versions of both PostgreSQL servers.`,
  );
}

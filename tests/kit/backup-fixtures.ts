import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterEach, beforeEach } from "vitest";
import { dumpDatabase, withSnapshot } from "#app/backup/database/dump-database.server.ts";
import { restoreDatabase } from "#app/backup/database/restore-database.server.ts";
import type { BackupPart } from "#app/backup/file/backup-format.server.ts";
import { type BackupFile, readBackup, writeBackup } from "#app/backup/file/backup-file.server.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { emptyDatabase } from "./database.ts";

/** A cost of scrypt for tests, which derive many keys. */
export const lowCost = { log2N: 4, r: 8, p: 1 };

const passphrase = "a passphrase for tests";

/** Functions that make and restore backups. Call it at the top of a test file. Files and connections are removed after each test. */
export function testBackups() {
  let folder = "";
  let pools: Pool[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "backup-"));
    pools = [];
  });
  afterEach(async () => {
    await Promise.all(pools.map((each) => each.end()));
    rmSync(folder, { recursive: true });
  });

  /** A database without tables. */
  /** @param maxConnections those of a server by default */
  async function openEmpty(maxConnections?: number): Promise<Pool> {
    const opened = openPool({ connectionString: await emptyDatabase() }, silentLog, { maxConnections });
    pools.push(opened);
    return opened;
  }

  async function openMigrated(): Promise<Pool> {
    const opened = await openEmpty();
    await migrate({ pool: opened, log: silentLog });
    return opened;
  }

  /** @param meanwhile runs after the snapshot and before the rows are read */
  async function backUp(source: Pool, meanwhile?: () => Promise<unknown>): Promise<BackupFile> {
    const file = await withSnapshot(source, async (snapshot) => {
      await meanwhile?.();
      const content = dumpDatabase(snapshot, { release: "Version 0.1.0", secrets: ["secret"] });
      return writeBackup(join(folder, "a.backup"), content, { passphrase, cost: lowCost });
    });
    if (file === undefined) throw new Error("Another backup is running.");
    return file;
  }

  return { openEmpty, openMigrated, backUp };
}

const read = ({ path }: BackupFile) => readBackup(path, { passphrase });

export async function restore(
  file: BackupFile,
  target: Pool,
  readParts: (file: BackupFile) => AsyncGenerator<BackupPart> = read,
): Promise<void> {
  const deps = { pool: target, log: silentLog, read: () => readParts(file), onStep: () => undefined };
  await restoreDatabase(deps, file.manifest);
}

/** The parts of a backup up to the first rows, and then a failure. */
export async function* readUntilFailure(file: BackupFile): AsyncGenerator<BackupPart> {
  for await (const part of read(file)) {
    if (part.kind === "table-end") throw new Error("The disk is full.");
    yield part;
  }
}

const difficultText = "back\\slash \\. \\N tab\t line\r\nfeed, quotes ' \" and 🜲 é {1,2}";

/** Values for a column of each type, as SQL with the number of the row. */
const valuesByType: Readonly<Record<string, (row: number) => string>> = {
  text: (row) => `$text$${difficultText} ${row}$text$`,
  uuid: () => `'${randomUUID()}'`,
  date: (row) => `'2026-11-2${row}'`,
  smallint: (row) => `${-row}`,
  integer: (row) => `${row}`,
  bigint: (row) => `${2 ** 40 + row}`,
  boolean: (row) => `${row % 2 === 0}`,
  "timestamp with time zone": (row) => `'2026-11-22 08:30:00.12${row}+05:30'`,
  jsonb: (row) => `jsonb_build_object('a', $text$${difficultText}$text$::text, 'row', ${row})`,
  bytea: (row) => `'\\x00ff0a5c0${row}'`,
  _text: (row) => `array[$text$${difficultText}$text$, null, '${row}']`,
  _timestamptz: () => `array['2026-11-22 08:30:00+00']::timestamptz[]`,
};

/**
 * Adds two rows with difficult values to every table of a database, in every column that is not generated. The check constraints and foreign
 * keys are dropped, because invented values violate them.
 * @throws for a column of a type without invented values
 */
export async function fillEveryTable(pool: Pool): Promise<void> {
  await dropRules(pool);
  const { rows: tables } = await pool.query<{ name: string; columns: { name: string; type: string }[] }>(`
    select table_name as name, json_agg(json_build_object('name', column_name,
      'type', case data_type when 'ARRAY' then udt_name else data_type end)) as columns
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'schema_migrations'
    group by table_name`);
  const inserts = tables.flatMap(({ name, columns }) =>
    [1, 2].map((row) => {
      const values = columns.map(({ type }) => {
        const value = valuesByType[type];
        if (value === undefined) throw new Error(`There are no invented values of the type ${type}.`);
        return value(row);
      });
      const names = columns.map((column) => column.name).join(", ");
      return `insert into ${name} (${names}) overriding system value values (${values.join(", ")})`;
    }),
  );
  // Triggers are disabled.
  const statements = [
    "begin",
    "set local session_replication_role = replica",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...inserts,
    "commit",
  ];
  await pool.query(statements.join(";"));
}

/** Drops the check constraints and foreign keys of all tables. */
export async function dropRules(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace`);
  await pool.query(rows.map(({ statement }) => statement).join(";"));
}

/** All rows of all tables as text, generated columns included, in a defined order. */
export async function readEveryRow(pool: Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select each::text as row from ${name} as each order by each::text collate "C"`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Triggers with their state, constraints and sequences. */
export async function readRules(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ rule: string }>(`
    select tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) as rule from pg_trigger
    where not tgisinternal
    union all
    select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select sequencename || ' ' || coalesce(last_value::text, '-') from pg_sequences
    order by 1`);
  return rows.map(({ rule }) => rule);
}

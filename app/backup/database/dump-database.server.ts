import type { ClientBase, Pool } from "pg";
import { z } from "zod";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import {
  encodeLine,
  endOfTable,
  formatVersion,
  type Manifest,
} from "#app/backup/file/backup-format.server.ts";
import { regroupLines, splitLines } from "#app/backup/file/lines.server.ts";
import { createTableDigest, type TableDigest } from "#app/backup/file/table-digest.server.ts";
import { isLockTimeout, isUndefinedTable } from "#app/data/connection/postgres-errors.server.ts";
import {
  describeMovedAway,
  readApplied,
  readMovedAway,
} from "#app/data/migrations/check-compatibility.server.ts";
import { listTables, readSequences } from "./catalog.server.ts";
import { copySettings, readRows } from "./copy-table.server.ts";

/** One state of the database, which stays readable while the server writes. */
export type Snapshot = { client: ClientBase; at: Date };

/**
 * Runs `work` with a snapshot. At the same time, no other backup and no migration of this database runs: the lock on the table of migrations
 * conflicts with both, and with nothing else. A table that a migration rewrites would look empty to the snapshot.
 * @returns undefined if another backup or a migration runs
 */
export async function withSnapshot<Result>(
  pool: Pool,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await pool.connect();
  try {
    const at = await beginSnapshot(client);
    const result = at === undefined ? undefined : await work({ client, at });
    await client.query("rollback");
    client.release();
    return result;
  } catch (error) {
    // The server may still be sending rows, so the connection is closed. The server then ends the transaction.
    client.release(true);
    throw error;
  }
}

/** @returns the time of the snapshot; undefined if another backup or a migration runs */
async function beginSnapshot(client: ClientBase): Promise<Date | undefined> {
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local lock_timeout = '1s'");
  try {
    // The snapshot begins with the first query after this statement, so it contains the migrations that the lock waited for.
    await client.query("lock table schema_migrations in share row exclusive mode");
  } catch (error) {
    if (isLockTimeout(error)) return undefined;
    if (isUndefinedTable(error)) {
      throw new BackupProblem(
        "The database is empty, so there is nothing to back up. Check DATABASE_URL and DATA_DIR.",
      );
    }
    throw error;
  }
  await client.query(`${copySettings}; set local lock_timeout = 0`);
  const { rows } = await client.query("select now() as at");
  return z.tuple([z.object({ at: z.date() })]).parse(rows)[0].at;
}

/** The content of a backup: all tables as of the snapshot. */
export async function* dumpDatabase(
  { client, at }: Snapshot,
  facts: Pick<Manifest, "release" | "secrets">,
): AsyncGenerator<Buffer> {
  yield encodeLine({
    format: formatVersion,
    createdAt: at.toISOString(),
    migrations: await readMigrations(client),
    ...facts,
  });
  const digests: Record<string, TableDigest> = {};
  for (const table of await listTables(client)) {
    yield encodeLine({ table: table.name, columns: [...table.columns] });
    const digest = createTableDigest();
    for await (const piece of regroupLines(readRows(client, table))) {
      for (const { line } of splitLines(piece)) digest.add(line);
      yield piece;
    }
    yield endOfTable;
    digests[table.name] = digest.result();
  }
  // Sequences are not part of a snapshot. Read after the rows, each value is at least as high as that of any row.
  yield encodeLine({ tables: digests, sequences: await readSequences(client) });
}

async function readMigrations(client: ClientBase): Promise<Manifest["migrations"]> {
  const applied = await readApplied(client);
  const move = readMovedAway(applied);
  if (move !== undefined) throw new BackupProblem(describeMovedAway(move.place));
  return [...applied].map(([name, { checksum }]) => ({ name, checksum }));
}

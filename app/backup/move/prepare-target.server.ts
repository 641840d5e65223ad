import type { PoolClient } from "pg";
import { z } from "zod";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { countRelations, listTables } from "#app/backup/database/catalog.server.ts";
import {
  type CopiedTable,
  copySettings,
  readRows,
  writeRows,
} from "#app/backup/database/copy-table.server.ts";
import { prepareTables } from "#app/backup/database/fill-tables.server.ts";
import { inTransaction, lockOutOthers } from "#app/backup/database/transactions.server.ts";
import { marks, readApplied } from "#app/data/migrations/check-compatibility.server.ts";
import { makeFirstTable } from "#app/data/migrations/create-first-table.server.ts";

/** A table of the target, while a move is unfinished, with the steps that are complete. */
const progressTable = "move_progress";
const migrationsTable = "schema_migrations";

/** What was completed in the target. Tables are steps too. */
export type Progress = { has(step: string): boolean };

/** @returns undefined before `setUpTarget` */
export async function readProgress(client: PoolClient): Promise<Progress | undefined> {
  const { rowCount } = await client.query("select where to_regclass($1) is not null", [progressTable]);
  if (rowCount === 0) return undefined;
  const { rows } = await client.query(`select step from ${progressTable}`);
  return new Set(
    z
      .array(z.object({ step: z.string() }))
      .parse(rows)
      .map(({ step }) => step),
  );
}

/** Call it in the transaction of the step. */
export async function recordStep(client: PoolClient, step: string): Promise<void> {
  await client.query(`insert into ${progressTable} (step) values ($1)`, [step]);
}

/** Empties tables that differ from the source, so that the next run copies them again. */
export async function discardTables(client: PoolClient, names: readonly string[]): Promise<void> {
  for (const name of names.filter((each) => each !== migrationsTable)) {
    await client.query(`truncate ${client.escapeIdentifier(name)}`);
    await client.query(`delete from ${progressTable} where step = $1`, [name]);
  }
}

/** Permits servers to start on the target. */
export async function finishTarget(client: PoolClient): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`drop table ${progressTable}`);
    await client.query(`delete from ${migrationsTable} where name = $1`, [marks.unfinishedMove]);
  });
}

/**
 * Marks the target before anything else is created in it, so that no server starts on it.
 * @param isSourceClosed whether an earlier run of the move has closed the source
 * @throws BackupProblem if it contains something else than an interrupted run of this move
 */
export async function markTarget(client: PoolClient, moveId: string, isSourceClosed: boolean): Promise<void> {
  await inTransaction(client, async () => {
    if ((await countRelations(client)) > 0) {
      const found = await findMark(client);
      if (found === undefined) throw new BackupProblem(isSourceClosed ? occupiedSinceMove : occupied);
      // Before its tables were prepared, an interrupted run has copied nothing.
      if (found !== moveId && (await readProgress(client)) !== undefined) throw new BackupProblem(otherMove);
    }
    await makeFirstTable(client);
    await addMark(client, moveId);
  });
}

const occupied =
  "The target is not empty. Nothing was changed. Move into a new or empty folder, or into a new database.";
const occupiedSinceMove =
  "The data was already moved to this target, so servers can start there; or the target was replaced by a database that is not empty. To use the source again instead, see “Move the data” in docs/operations.md.";
const otherMove =
  "The target contains the unfinished move of other data, or a move that was undone. Move into another folder or database, or delete that one.";

async function findMark(client: PoolClient): Promise<string | undefined> {
  const { rowCount } = await client.query("select where to_regclass($1) is not null", [migrationsTable]);
  return rowCount === 0 ? undefined : (await readApplied(client)).get(marks.unfinishedMove)?.checksum;
}

async function addMark(client: PoolClient, moveId: string): Promise<void> {
  await client.query(
    `insert into ${migrationsTable} (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum`,
    [marks.unfinishedMove, moveId],
  );
}

/** The tables to move, from the catalog of the source, with all columns that are not generated. */
export async function listMovedTables(source: PoolClient): Promise<CopiedTable[]> {
  const names = Object.values(marks).map((name) => source.escapeLiteral(name));
  return (await listTables(source)).map((table) =>
    table.name === migrationsTable ? { ...table, filter: `name not in (${names.join(", ")})` } : table,
  );
}

/**
 * Empties the tables of the target, which migrations have created and partly filled, and suspends their rules.
 * @throws BackupProblem if the source has other tables, or another program uses the target
 */
export async function setUpTarget(
  target: PoolClient,
  source: PoolClient,
  { moveId, tables }: { moveId: string; tables: readonly CopiedTable[] },
): Promise<void> {
  await inTransaction(target, async () => {
    await target.query(copySettings);
    await lockOutOthers(target, "Another program uses the target. Stop it, and run the move again.");
    const own = await listTables(target);
    refuseOtherTables(tables, own);
    await prepareTables(target, own);
    for (const table of tables.filter(({ name }) => name === migrationsTable)) {
      await writeRows(target, table, readRows(source, table));
    }
    await addMark(target, moveId);
    await target.query(`create table ${progressTable} (step text primary key)`);
    await recordStep(target, migrationsTable);
  });
}

function refuseOtherTables(tables: readonly CopiedTable[], own: readonly CopiedTable[]): void {
  const known = new Set(own.map(({ name }) => name));
  const other = tables.find(({ name }) => !known.has(name))?.name;
  if (other === undefined) return;
  throw new BackupProblem(
    `The source contains the table ${other}, which is not part of this program. Move it to another schema, and run the move again.`,
  );
}

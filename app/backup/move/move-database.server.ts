import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Pool, PoolClient } from "pg";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { listForeignKeys, readSequences } from "#app/backup/database/catalog.server.ts";
import {
  type CopiedTable,
  copySettings,
  digestTable,
  readRows,
  writeRows,
} from "#app/backup/database/copy-table.server.ts";
import { analyzeTables, restoreRules, setSequences } from "#app/backup/database/fill-tables.server.ts";
import { inTransaction, withClient } from "#app/backup/database/transactions.server.ts";
import {
  checkCompatibility,
  marks,
  readApplied,
  readMovedAway,
  withoutMarks,
} from "#app/data/migrations/check-compatibility.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { listMigrations, type Migrations } from "#app/data/migrations/plan-migrations.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { closeSource, type Move } from "./close-source.server.ts";
import {
  discardTables,
  finishTarget,
  listMovedTables,
  markTarget,
  type Progress,
  readProgress,
  recordStep,
  setUpTarget,
} from "./prepare-target.server.ts";

export type MoveDeps = {
  source: Pool;
  target: Pool;
  /** The target for display. It identifies the target in later runs. */
  place: string;
  log: Log;
  /** Called after each step, which can take minutes. */
  onStep: (step: MoveStep) => void;
  /** Called for each table that was copied. */
  onTable: (name: string, rows: number) => void;
  /** Called with all tables when their rows were compared. If an earlier run has compared them, it is not called. */
  onCompared: (tables: readonly ComparedTable[]) => void;
};

export type MoveStep = "schema" | "closed" | "rows" | "rules" | "update";

/** A table in both databases. */
export type ComparedTable = { name: string; sourceRows: number; targetRows: number; isEqual: boolean };

/** `different`: rows of some tables differ. They were deleted in the target, and the next run copies them again. */
export type MoveResult = "complete" | "different";

/**
 * The connections to the target that a move needs: its own, that of the migrations, and one for their statements that run outside a
 * transaction.
 */
export const targetConnections = 3;

const compared = "rows compared";
const rulesRestored = "rules restored";

/**
 * Moves all data into an empty database: creates the schema of the source, closes the source, copies each table in a transaction, compares
 * all rows, and migrates to the schema of this program. Until `finishMove`, no server starts on the target. After an interruption, it can run
 * again with the same databases, and continues.
 * @throws BackupProblem or StartupProblem if that is impossible
 */
export async function moveDatabase(deps: MoveDeps): Promise<MoveResult> {
  const { target, log, onStep } = deps;
  const result = await withSource(deps.source, (source) =>
    withClient(target, (client) => moveTables(deps, source, client)),
  );
  if (result === "different") return result;
  await withClient(target, analyzeTables);
  await migrate({ pool: target, log, permitsUnfinished: true });
  onStep("update");
  return result;
}

/** Closes the connection after an error, because the server may still be sending rows. */
async function withSource(
  pool: Pool,
  work: (source: PoolClient) => Promise<MoveResult>,
): Promise<MoveResult> {
  const source = await pool.connect();
  try {
    const result = await work(source);
    source.release();
    return result;
  } catch (error) {
    source.release(true);
    throw error;
  }
}

/** Permits servers to start on the target. */
export async function finishMove(target: Pool): Promise<void> {
  await withClient(target, finishTarget);
}

async function moveTables(deps: MoveDeps, source: PoolClient, target: PoolClient): Promise<MoveResult> {
  const migrations = await readSourceMigrations(source);
  const move = await chooseMove(source, deps.place);
  await markTarget(target, move.moveId, move.isSourceClosed);
  const tables = await listMovedTables(source);
  if ((await readProgress(target)) === undefined) {
    await migrate({ pool: deps.target, log: deps.log, migrations, permitsUnfinished: true });
    deps.onStep("schema");
    await closeSource(source, move);
    deps.onStep("closed");
    if (!isDeepStrictEqual(await readSourceMigrations(source), migrations)) {
      throw new BackupProblem("The source was migrated in the meantime. Run the move again.");
    }
    await setUpTarget(target, source, { moveId: move.moveId, tables });
  }
  const progress = (await readProgress(target)) ?? new Set();
  return fillTarget(deps, { source, target, tables, progress });
}

type Filling = { source: PoolClient; target: PoolClient; tables: readonly CopiedTable[]; progress: Progress };

async function fillTarget(deps: MoveDeps, filling: Filling): Promise<MoveResult> {
  const { source, target, tables, progress } = filling;
  await source.query(`begin isolation level repeatable read read only; ${copySettings}`);
  await copyTables(deps, filling);
  deps.onStep("rows");
  if (!progress.has(compared) && !(await compareTables(deps, filling))) {
    await source.query("rollback");
    return "different";
  }
  if (!progress.has(rulesRestored)) {
    await inTransaction(target, async () => {
      await target.query(copySettings);
      await setSequences(target, await readSequences(source));
      await restoreRules(target, tables, await listForeignKeys(source));
      await recordStep(target, rulesRestored);
    });
  }
  deps.onStep("rules");
  await source.query("rollback");
  return "complete";
}

/** Because of the rules of `closeSource`, tables that were copied by different runs are of the same state. */
async function copyTables(
  { onTable }: MoveDeps,
  { source, target, tables, progress }: Filling,
): Promise<void> {
  for (const table of tables.filter(({ name }) => !progress.has(name))) {
    let rows = 0;
    await inTransaction(target, async () => {
      await target.query(copySettings);
      rows = await writeRows(target, table, readRows(source, table));
      await recordStep(target, table.name);
    });
    onTable(table.name, rows);
  }
}

/** Reads all rows of both databases. @returns whether they are equal */
async function compareTables(
  { onCompared }: MoveDeps,
  { source, target, tables }: Filling,
): Promise<boolean> {
  const results: ComparedTable[] = [];
  await inTransaction(target, async () => {
    await target.query(copySettings);
    for (const table of tables) {
      const [one, other] = await Promise.all([digestTable(source, table), digestTable(target, table)]);
      const isEqual = isDeepStrictEqual(one, other);
      results.push({ name: table.name, sourceRows: one.rows, targetRows: other.rows, isEqual });
    }
    const different = results.filter(({ isEqual }) => !isEqual).map(({ name }) => name);
    await (different.length === 0 ? recordStep(target, compared) : discardTables(target, different));
  });
  onCompared(results);
  return results.every(({ isEqual }) => isEqual);
}

/**
 * The migrations of the source, which are the first ones of this program unless the source is of an earlier release.
 * @throws BackupProblem if it is empty or of a later release
 * @throws StartupProblem if it is not complete
 */
async function readSourceMigrations(source: PoolClient): Promise<Migrations> {
  const { rowCount } = await source.query("select where to_regclass('schema_migrations') is not null");
  if (rowCount === 0) throw new BackupProblem(empty);
  const applied = new Map(await readApplied(source));
  applied.delete(marks.movedAway);
  const done = withoutMarks(applied, { permitsUnfinished: false });
  const plan = listMigrations();
  const [later] = checkCompatibility(plan, done).later;
  if (later !== undefined) {
    throw new BackupProblem(
      `The source has the migration ${later} of a later release. Move it with that release.`,
    );
  }
  return Object.fromEntries(plan.filter(({ name }) => done.has(name)).map(({ name, sql }) => [name, sql]));
}

const empty = "The source is empty, so there is nothing to move. Check DATABASE_URL and DATA_DIR.";

/** @throws BackupProblem if the source was moved to another place before */
async function chooseMove(source: PoolClient, place: string): Promise<Move & { isSourceClosed: boolean }> {
  const earlier = readMovedAway(await readApplied(source));
  if (earlier === undefined) return { moveId: randomUUID(), place, isSourceClosed: false };
  if (earlier.place === place) return { ...earlier, isSourceClosed: true };
  throw new BackupProblem(
    `The data was moved to ${earlier.place} before, or a move to it has not finished. Continue that move, or run it with --undo first.`,
  );
}

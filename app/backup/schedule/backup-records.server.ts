import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { isUndefinedTable } from "#app/data/connection/postgres-errors.server.ts";
import type { BackupHealth } from "#app/platform/health.ts";
import { isBackupOverdue, type LastBackups } from "./backup-times.ts";

const maxProblemLength = 1_000;

export type BackupRecord = {
  startedAt: Date;
  finishedAt: Date;
  result: { fileName: string; sizeBytes: number; rowCount: number } | { problem: string };
};

/** Records a backup or a failure, and deletes old records. The table is missing in a database that was not yet migrated to this release. */
export async function recordBackup(
  db: Kysely<Database>,
  { startedAt, finishedAt, result }: BackupRecord,
): Promise<void> {
  const values = "problem" in result ? { problem: result.problem.slice(0, maxProblemLength) } : result;
  try {
    await db
      .insertInto("backups")
      .values({ startedAt, finishedAt, ...values })
      .execute();
    await sql`delete from backups where started_at < now() - interval '400 days'`.execute(db);
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
  }
}

export async function readLastBackups(db: Kysely<Database>): Promise<LastBackups> {
  const last = await findLast(db);
  const good = await findLastGood(db);
  return {
    lastGoodStartedAt: good?.startedAt,
    lastFailedAt: last === undefined || last.problem === null ? undefined : last.finishedAt,
  };
}

/** @param isScheduled whether this server makes backups */
export async function readBackupHealth(
  db: Kysely<Database>,
  { now, isScheduled }: { now: Date; isScheduled: boolean },
): Promise<BackupHealth> {
  const last = await findLast(db);
  const good = await findLastGood(db);
  const first = await db.selectFrom("backups").select("startedAt").orderBy("id").limit(1).executeTakeFirst();
  return {
    isScheduled,
    lastGood: good && {
      at: good.finishedAt,
      sizeBytes: good.sizeBytes ?? 0,
      rows: good.rowCount ?? 0,
      durationMs: good.finishedAt.getTime() - good.startedAt.getTime(),
    },
    lastProblem:
      last === undefined || last.problem === null ? undefined : { at: last.finishedAt, text: last.problem },
    isOverdue: isScheduled && isBackupOverdue(good?.finishedAt ?? first?.startedAt, now),
  };
}

function findLast(db: Kysely<Database>) {
  return db.selectFrom("backups").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
}

function findLastGood(db: Kysely<Database>) {
  return db
    .selectFrom("backups")
    .selectAll()
    .where("problem", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

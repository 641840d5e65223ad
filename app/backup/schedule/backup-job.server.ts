import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { practice } from "#content/practice.ts";
import { readBackupHealth, readLastBackups } from "./backup-records.server.ts";
import { isBackupDue } from "./backup-times.ts";
import { type BackupDeps, makeBackup } from "./make-backup.server.ts";

/** A backup that runs longer than this does not delay the alert, because a backup to an unresponsive network folder never ends. */
const maxBackupMs = 3_600_000;

/** How long a shutdown waits for a backup to end. */
const maxStopMs = 5_000;

export type BackupJobDeps = BackupDeps & {
  outbox: Outbox;
  log: Log;
  /** The local time of the daily backup, like 02:30. */
  time: string;
  /** The time between two checks; a minute by default. Tests use less. */
  intervalMs?: number;
};

/** Makes a backup every day, on one of the servers that share the database. */
export function startBackups(deps: BackupJobDeps): Pick<RepeatingTask, "stop"> {
  const { clock, intervalMs = 60_000 } = deps;
  const stopping = new AbortController();
  let startedAt: Date | undefined;
  const backups = repeat({
    pauseMs: intervalMs,
    async run() {
      startedAt = clock.now();
      await makeDueBackup({ ...deps, signal: stopping.signal }).finally(() => {
        startedAt = undefined;
      });
    },
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.error("backup.failed", { error });
    },
  });
  // The first backup after an outage is given the time to succeed.
  const isBackupRunning = () =>
    startedAt !== undefined && clock.now().getTime() - startedAt.getTime() < maxBackupMs;
  const alerts = startAlerts({ ...deps, intervalMs, isBackupRunning });
  return {
    async stop() {
      // A backup can take longer than a shutdown may, and one to an unresponsive folder does not end.
      stopping.abort();
      const ended = Promise.all([backups.stop(), alerts.stop()]);
      await Promise.race([ended, sleep(maxStopMs, undefined, { ref: false })]);
    },
  };
}

/** Checks the age of the last good backup. */
function startAlerts(
  deps: BackupJobDeps & { intervalMs: number; isBackupRunning: () => boolean },
): RepeatingTask {
  let wasOverdue = false;
  return repeat({
    pauseMs: deps.intervalMs,
    async run() {
      if (deps.isBackupRunning()) return;
      const isOverdue = await queueBackupAlert(deps);
      if (isOverdue && !wasOverdue) deps.log.error("backup.overdue");
      wasOverdue = isOverdue;
    },
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("backup.not_checked", { error });
    },
  });
}

/** Makes a backup if none was made since the last scheduled time. A failure is retried after an hour. */
export async function makeDueBackup(deps: BackupJobDeps): Promise<void> {
  const { db, clock, time, timeZone, log } = deps;
  const isDue = async () => isBackupDue(await readLastBackups(db), clock.now(), { time, timeZone });
  if (!(await isDue())) return;
  const result = await makeBackup(deps, isDue);
  if (result.kind === "failed") log.error("backup.failed", { problem: result.problem });
  if (result.kind === "done") {
    const { sizeBytes, rows, durationMs, pruned, pruneProblem } = result;
    log.info("backup.made", { sizeBytes, rows, durationMs, pruned });
    if (pruneProblem !== undefined) log.error("backup.prune_failed", { problem: pruneProblem });
  }
}

/** Queues an email to the firm, once a day, while the last good backup is too old. @returns whether it is */
export async function queueBackupAlert({
  db,
  clock,
  outbox,
  timeZone,
}: Pick<BackupJobDeps, "db" | "clock" | "outbox" | "timeZone">): Promise<boolean> {
  const now = clock.now();
  if (!(await readBackupHealth(db, { now, isScheduled: true })).isOverdue) return false;
  const once = `backup-overdue ${dayIn(timeZone, now)}`;
  await outbox.putAll(
    db,
    sql`select 'backup-overdue', ${practice.email}::text, gen_random_uuid(), ${once}::text, null::timestamptz`,
  );
  outbox.wake();
  return true;
}

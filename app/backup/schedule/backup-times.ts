import { addDays, dayIn } from "#app/platform/calendar/day-in.ts";

/** When backups are made: daily at a local time, like 02:30. */
export type BackupSchedule = { time: string; timeZone: string };

/** Times of the last backups. */
export type LastBackups = {
  lastGoodStartedAt: Date | undefined;
  /** The end of the last attempt, if it failed. */
  lastFailedAt: Date | undefined;
};

const retryMs = 3_600_000;
/** One day, plus time for a long backup. */
const overdueMs = 26 * 3_600_000;

/**
 * Whether a backup is due: none was made since the last scheduled time, and no attempt failed in the last hour. A server that was off at the
 * scheduled time is due when it starts.
 */
export function isBackupDue(last: LastBackups, now: Date, schedule: BackupSchedule): boolean {
  const { lastGoodStartedAt: good, lastFailedAt: failed } = last;
  // A time in the future was stored while a clock was wrong.
  if (failed !== undefined && now >= failed && now.getTime() - failed.getTime() < retryMs) return false;
  return good === undefined || findScheduledDay(good, schedule) !== findScheduledDay(now, schedule);
}

/** @param since the end of the last good backup, or the first attempt if there is none */
export function isBackupOverdue(since: Date | undefined, now: Date): boolean {
  return since !== undefined && now.getTime() - since.getTime() > overdueMs;
}

/** The day of the last scheduled time. */
function findScheduledDay(at: Date, { time, timeZone }: BackupSchedule): string {
  const day = dayIn(timeZone, at);
  return formatTimeOfDay(timeZone, at) < time ? addDays(day, -1) : day;
}

/** Like 02:30. */
function formatTimeOfDay(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "short" }).format(at);
}

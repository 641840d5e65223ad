import { dayIn, mondayOf } from "#app/platform/calendar/day-in.ts";

/** How many backups are kept: the newest of each of this many days and weeks that have one. */
export type KeepRule = { days: number; weeks: number };

/** An upgrade backs up before it migrates. A second attempt, which backs up the migrated database, must not delete that backup. */
const keptMs = 24 * 3_600_000;

/**
 * Chooses the backups to delete. All of the last 24 hours remain. Days and weeks without a backup do not count, so
 * old backups remain if no new ones are made, and the newest one always remains.
 */
export function chooseExpired(times: readonly Date[], keep: KeepRule, timeZone: string): Date[] {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime());
  const kept = new Set([
    ...chooseNewestOfEach(newestFirst, (at) => dayIn(timeZone, at)).slice(0, keep.days),
    ...chooseNewestOfEach(newestFirst, (at) => mondayOf(dayIn(timeZone, at))).slice(0, keep.weeks),
    ...newestFirst.filter((at) => at.getTime() >= (newestFirst[0]?.getTime() ?? 0) - keptMs),
  ]);
  return newestFirst.filter((at) => !kept.has(at));
}

function chooseNewestOfEach(newestFirst: readonly Date[], period: (at: Date) => string): Date[] {
  const newest = new Map<string, Date>();
  for (const at of newestFirst) if (!newest.has(period(at))) newest.set(period(at), at);
  return [...newest.values()];
}

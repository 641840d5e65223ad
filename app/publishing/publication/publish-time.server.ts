import { toInstant } from "#app/data/time/to-instant.server.ts";
import { practice } from "#content/practice.ts";
import type { PublishDeps } from "./publish-change.server.ts";

/**
 * Reads the time at which a change will be published. `past`: the text is not a time in the future. `skipped`: the change to daylight saving time
 * skips it.
 * @param day ISO date in the firm's time zone
 * @param time like 09:30
 */
export async function readPublishTime(
  { db, clock }: Pick<PublishDeps, "clock" | "db">,
  day: string,
  time: string,
): Promise<Date | "past" | "skipped"> {
  const local = `${day}T${time}`;
  const isReal = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/.test(local) && isDay(day);
  if (!isReal) return "past";
  const at = await toInstant(db, local, practice.timeZone);
  if (at === undefined) return "skipped";
  return at > clock.now() ? at : "past";
}

/** `Date` reads February 30 as March 2. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

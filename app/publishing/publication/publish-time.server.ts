import { toInstant } from "#app/data/time/to-instant.server.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { practice } from "#content/practice.ts";
import type { PublishDeps } from "./publish-change.server.ts";

/**
 * Reads the time at which a change will be published. `past`: the text is not a time in the future. `skipped`: the change to daylight
 * saving time skips it.
 * @param day ISO date in the firm's time zone
 * @param time like 09:30
 */
export async function readPublishTime(
  { db, clock }: Pick<PublishDeps, "clock" | "db">,
  day: string,
  time: string,
): Promise<Date | "past" | "skipped"> {
  const local = `${day}T${time}`;
  const isReal = isDay(day) && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
  if (!isReal) return "past";
  const at = await toInstant(db, local, practice.timeZone);
  if (at === undefined) return "skipped";
  return at > clock.now() ? at : "past";
}

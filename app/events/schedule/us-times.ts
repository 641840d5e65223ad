import { longDayIn, timeIn, weekdayIn } from "#app/platform/calendar/zoned-time.ts";

/** The time zones of the contiguous United States, from east to west. */
const usZones = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"];

/**
 * The time of an event in the other US time zones, for readers without scripting.
 * @example “1:00 PM EST, 11:00 AM MST, 10:00 AM PST”
 */
export function formatUsTimes(eventZone: string, moment: Date): string {
  const eventTime = timeIn(eventZone, moment);
  const eventDay = longDayIn(eventZone, moment);
  return usZones
    .map((zone) => {
      const time = timeIn(zone, moment);
      return longDayIn(zone, moment) === eventDay ? time : `${weekdayIn(zone, moment)} ${time}`;
    })
    .filter((time) => time !== eventTime)
    .join(", ");
}

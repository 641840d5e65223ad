import { listEvents } from "#app/events/schedule/find-events.server.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";

/** The choices of the filter by event: all events, by date. */
export async function loadEventChoices(
  db: Parameters<typeof listEvents>[0],
): Promise<{ event: Record<string, string> }> {
  const events = await listEvents(db);
  return {
    event: Object.fromEntries(
      events.map(({ id, title, startsAt, timeZone }) => [id, `${shortDayIn(timeZone, startsAt)}: ${title}`]),
    ),
  };
}

import { listEvents } from "#app/events/schedule/find-events.server.ts";
import { shortDayIn } from "#app/platform/zoned-time.ts";
import type { LoadedChoices } from "#app/staff/data-table/list-url.ts";

/** The choices of the event filter: all events, by date. */
export async function loadEventChoices(db: Parameters<typeof listEvents>[0]): Promise<LoadedChoices> {
  const events = await listEvents(db);
  return {
    event: Object.fromEntries(
      events.map(({ id, title, startsAt, timeZone }) => [id, `${shortDayIn(timeZone, startsAt)}: ${title}`]),
    ),
  };
}

import type { MiddlewareHandler } from "hono";
import { type EventReader, endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import type { Clock } from "#app/platform/clock.ts";
import { publicEventCalendar } from "./event-calendar.server.ts";

/**
 * `GET /linkedin-live-signup/event.ics` and `GET /linkedin-live-signup/event/:eventId/event.ics`: the current event, or the one in the path, as
 * a calendar file. Without an event that is not over, the path has no page.
 * @param headers headers common to all responses
 */
export function answerEventCalendar(
  {
    events,
    clock,
    siteUrl,
  }: { events: Pick<EventReader, "eventStatus" | "findEvent">; clock: Clock; siteUrl: string },
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c, next) => {
    const event = findRequested(events, c.req.param("eventId"));
    if (event === undefined || event.state === "cancelled" || endOf(event) <= clock.now()) return next();
    return new Response(publicEventCalendar(event, siteUrl), {
      headers: {
        ...headers,
        "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
        "Content-Disposition": 'inline; filename="live-event.ics"',
        "Cache-Control": "no-cache",
      },
    });
  };
}

function findRequested(
  events: Pick<EventReader, "eventStatus" | "findEvent">,
  eventId: string | undefined,
): LiveEvent | undefined {
  if (eventId !== undefined) return events.findEvent(eventId);
  const status = events.eventStatus();
  return status.phase === "none" ? undefined : status.event;
}

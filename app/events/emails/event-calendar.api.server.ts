import type { MiddlewareHandler } from "hono";
import type { CurrentEventReader } from "#app/events/schedule/current-event.server.ts";
import { publicEventCalendar } from "./event-calendar.server.ts";

/**
 * `GET /linkedin-live-signup/event.ics`: the current event as a calendar file. Without an upcoming or current event, the path has no page.
 * @param headers headers common to all responses
 */
export function answerEventCalendar(
  { events, siteUrl }: { events: Pick<CurrentEventReader, "eventStatus">; siteUrl: string },
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (_c, next) => {
    const status = events.eventStatus();
    if (status.phase === "none" || status.phase === "past") return next();
    return new Response(publicEventCalendar(status.event, siteUrl), {
      headers: {
        ...headers,
        "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
        "Content-Disposition": 'inline; filename="live-event.ics"',
        "Cache-Control": "no-cache",
      },
    });
  };
}

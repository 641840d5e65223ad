import { Link } from "react-router";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { eventPath } from "#app/staff/paths/event-paths.ts";
import type { ResponseTargetView } from "./today-view.ts";
import { todayTexts } from "./today.messages.ts";

/** How often the firm met its response targets, and the next event. */
export function TodayFacts({
  responseTargets,
  event,
}: {
  responseTargets: readonly ResponseTargetView[];
  event: Pick<LiveEvent, "id" | "startsAt" | "timeZone" | "seatsTaken" | "capacity"> | undefined;
}) {
  return (
    <section className="today-facts" aria-labelledby="response-targets">
      <h2 id="response-targets">{todayTexts.responseTargets}</h2>
      <dl className="known">
        {responseTargets.map(({ term, share, oldestOpen }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {share}
              {oldestOpen === undefined ? null : (
                <>
                  , {todayTexts.oldestOpen}{" "}
                  <time dateTime={oldestOpen.iso} title={oldestOpen.exact}>
                    {oldestOpen.short}
                  </time>
                </>
              )}
            </dd>
          </div>
        ))}
        {event === undefined ? null : (
          <div>
            <dt>{todayTexts.nextEvent}</dt>
            <dd>
              <Link to={eventPath(event.id)}>{momentIn(event.timeZone, event.startsAt)}</Link>
            </dd>
            <dd>{todayTexts.seats(event.seatsTaken, event.capacity)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

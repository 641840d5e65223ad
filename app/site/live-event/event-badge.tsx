import { pages } from "#app/pages/registry.ts";
import { shortDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import type { PromotedEvent } from "./promoted-event.ts";
import { liveEvent } from "#content/live-event.ts";
import "./event-badge.css";

/** Announces the live event beside an article, in the event's time zone. It is not printed, because the date passes. */
export function EventBadge({
  phase,
  title,
  startsAt,
  timeZone,
}: Pick<PromotedEvent, "phase" | "title" | "startsAt" | "timeZone">) {
  const { label, [phase]: invitation } = liveEvent.badge;
  return (
    <aside className="slip screen-only" aria-label={label}>
      <a href={pages.eventSignup.path}>
        {label}
        <span className="unseen">:</span> <b>{title}</b>{" "}
        <time dateTime={startsAt.toISOString()}>
          {`${shortDayIn(timeZone, startsAt)} at ${timeIn(timeZone, startsAt)} `}
        </time>
        <span className="invitation">{invitation}</span>
      </a>
    </aside>
  );
}

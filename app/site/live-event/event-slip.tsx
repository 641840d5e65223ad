import { pages } from "#app/pages/registry.ts";
import { shortDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { liveEvent } from "#content/live-event.ts";
import type { PromotedEvent } from "./promoted-event.ts";
import "./event-badge.css";

/** Announces the live event in the margin with its title, date and length. Without an event, visitors can ask for the next date. */
export function EventSlip({ promoted }: { promoted: PromotedEvent | undefined }) {
  const { slip, band } = liveEvent;
  return (
    <aside className="slip screen-only" aria-label={slip.label}>
      <a href={pages.eventSignup.path}>
        {slip.label}
        {promoted === undefined ? null : <Details {...promoted} />}{" "}
        <span className="invitation">
          {promoted === undefined ? band.none.button : band.buttons[promoted.phase]}
        </span>
      </a>
    </aside>
  );
}

function Details({ title, startsAt, timeZone, durationMinutes }: PromotedEvent) {
  return (
    <>
      <span className="unseen">:</span> <b>{title}</b>{" "}
      <time dateTime={startsAt.toISOString()}>
        <span className="line">{shortDayIn(timeZone, startsAt)}</span>{" "}
        <span className="line">{timeIn(timeZone, startsAt)}</span>{" "}
        <span className="line">{`${durationMinutes} minutes`}</span>
      </time>
    </>
  );
}

import type { ReactNode } from "react";
import { clockTimeIn, longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { liveEvent } from "#content/live-event.ts";
import { googleCalendarUrl, outlookCalendarUrl } from "#app/events/schedule/calendar-links.ts";
import type { EventView } from "#app/events/signup-page/event-view.ts";
import { ReaderTimes } from "#app/events/signup-page/reader-times.tsx";
import "./event-pass.css";
import "#app/events/signup-page/fact-list.css";

/** The event's date, time and place, and for people with a seat the links that add it to a calendar. */
export function EventPass({ event, hasSeat }: { event: EventView; hasSeat: boolean }) {
  const { kind, where } = liveEvent.confirmation;
  const { title, startsAt, endsAt, timeZone } = event;
  const start = new Date(startsAt);
  return (
    <div className={hasSeat ? "event-pass with-calendar" : "event-pass"}>
      <div>
        <p className="small soft">{kind}</p>
        <h2>{title}</h2>
        <dl className="fact-list">
          <Fact name="Date">{longDayIn(timeZone, start)}</Fact>
          <Fact name="Time">
            <time className="num" dateTime={startsAt}>
              {`${clockTimeIn(timeZone, start)} to ${timeIn(timeZone, new Date(endsAt))}`}
            </time>{" "}
            <ReaderTimes event={event} />
          </Fact>
          <Fact name="Where">{where}</Fact>
        </dl>
      </div>
      {hasSeat ? <CalendarLinks event={event} /> : null}
    </div>
  );
}

function CalendarLinks({ event: { title, startsAt, endsAt, calendarPath } }: { event: EventView }) {
  const { heading, file, google, outlook, details } = liveEvent.confirmation.calendar;
  const entry = { title, startsAt: new Date(startsAt), endsAt: new Date(endsAt), details };
  return (
    <div className="calendar-links screen-only">
      <h3>{heading}</h3>
      <ul>
        <li>
          <a href={calendarPath}>{file}</a>
        </li>
        <li>
          <OutsideLink href={googleCalendarUrl(entry)}>{google}</OutsideLink>
        </li>
        <li>
          <OutsideLink href={outlookCalendarUrl(entry)}>{outlook}</OutsideLink>
        </li>
      </ul>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import type { ReactNode } from "react";
import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import type { EventView, SignupState } from "./event-view.ts";
import { filled } from "./fill-template.ts";
import { SeatsDrawing } from "./seats-drawing.tsx";
import "./fact-list.css";

const { length, cost, counted } = liveEvent.page;

/** The facts about the event. For an event that is over, cost and seats are omitted. */
export function EventFacts({ state, event }: { state: SignupState; event: EventView }) {
  const isOver = state === "past";
  const { startsAt, timeZone, topics, durationMinutes } = event;
  return (
    <dl className="fact-list">
      <Fact name={formatCity(timeZone)}>
        <TimeAndDay at={startsAt} timeZone={timeZone} />
      </Fact>
      {isOver ? null : <VisitorTime event={event} />}
      <Fact name="Length">{filled(length, { minutes: durationMinutes })}</Fact>
      {topics.length === 0 ? null : (
        <Fact name="Covered">
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari removes the list role together with the markers */}
          <ul role="list">
            {topics.map((topic) => (
              <li key={topic}>{topic}</li>
            ))}
          </ul>
        </Fact>
      )}
      {isOver ? null : (
        <>
          <Fact name="Cost">{cost}</Fact>
          <Fact name="Seats">
            <Seats event={event} />
          </Fact>
        </>
      )}
    </dl>
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

function TimeAndDay({ at, timeZone }: { at: string; timeZone: string }) {
  const moment = new Date(at);
  return (
    <time className="when num" dateTime={at}>
      <b>{timeIn(timeZone, moment)}</b> <span>{longDayIn(timeZone, moment)}</span>
    </time>
  );
}

/** UTC, until `visitor-time.client.ts` replaces it with the visitor's time. Both have the same height, to avoid a layout shift. */
function VisitorTime({ event: { startsAt, timeZone } }: { event: EventView }) {
  return (
    <div data-visitor-time={startsAt} data-zone={timeZone} data-place={formatCity(timeZone)}>
      <dt>Universal time</dt>
      <dd>
        <TimeAndDay at={startsAt} timeZone="UTC" />
      </dd>
    </div>
  );
}

function Seats({ event: { capacity, seatsLeft } }: { event: EventView }) {
  return (
    <>
      <SeatsDrawing capacity={capacity} taken={capacity - seatsLeft} />
      <p>
        <b className="num">
          {seatsLeft === 0 ? `All ${capacity} taken` : `${seatsLeft} of ${capacity} left`}
        </b>
      </p>
      <p className="small soft">{counted}</p>
    </>
  );
}

/** The city that a time zone is named for. The firm's own city for its time zone. */
function formatCity(timeZone: string): string {
  if (timeZone === practice.timeZone) return practice.postalAddress.city;
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

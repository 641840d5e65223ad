import type { ReactNode } from "react";
import { longDayIn, timeIn } from "#app/platform/zoned-time.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import type { EventView, SignupState } from "./event-view.ts";
import { filled } from "./fill-template.ts";
import { SeatsDrawing } from "./seats-drawing.tsx";
import "./fact-list.css";

const { length, cost, counted } = liveEvent.page;

/** When, how long, what for, and how many seats are left. Of an event that is over, only when and what. */
export function EventFacts({ state, event }: { state: SignupState; event: EventView }) {
  const isOver = state === "past";
  const { startsAt, timeZone, topics, durationMinutes } = event;
  return (
    <dl className="fact-list">
      <Fact name={placeOf(timeZone)}>
        <TimeAndDay at={startsAt} timeZone={timeZone} />
      </Fact>
      {isOver ? null : <VisitorTime event={event} />}
      <Fact name="Length">{filled(length, { minutes: durationMinutes })}</Fact>
      {topics.length === 0 ? null : (
        <Fact name="Covered">
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes the role away with the marks */}
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

/** Universal time, until a script (`visitor-time.client.ts`) knows better, and says so; as high before as after. */
function VisitorTime({ event: { startsAt, timeZone } }: { event: EventView }) {
  return (
    <div data-visitor-time={startsAt} data-zone={timeZone} data-place={placeOf(timeZone)}>
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

/** Where a clock shows that time: our own city, or the one after which the zone is named. */
function placeOf(timeZone: string): string {
  if (timeZone === practice.timeZone) return practice.postalAddress.city;
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

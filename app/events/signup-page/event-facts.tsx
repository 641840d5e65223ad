import type { ReactNode } from "react";
import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { liveEvent } from "#content/live-event.ts";
import type { EventView, SignupState } from "./event-view.ts";
import { filled } from "./fill-template.ts";
import { ReaderTimes } from "./reader-times.tsx";
import "./fact-list.css";

/** The facts about the event. For an event that is over, only the date and the length. */
export function EventFacts({ state, event }: { state: SignupState; event: EventView }) {
  const { length, where, recording, cost } = liveEvent.page;
  const { hosts } = event;
  const isOver = state === "past";
  const { startsAt, timeZone, durationMinutes } = event;
  const moment = new Date(startsAt);
  return (
    <dl className="fact-list">
      <Fact name="When">
        <time className="num" dateTime={startsAt}>
          {`${longDayIn(timeZone, moment)}, `}
          <span className="unbroken">{timeIn(timeZone, moment)}</span>
        </time>{" "}
        {isOver ? null : <ReaderTimes event={event} />}
      </Fact>
      <Fact name="Length">{filled(length, { minutes: durationMinutes })}</Fact>
      {isOver ? null : (
        <>
          <Fact name="Where">{where}</Fact>
          {hosts.length === 0 ? null : (
            <Fact name={hosts.length === 1 ? "Host" : "Hosts"}>
              {hosts.map(({ name }) => (
                <span key={name} className="line">
                  {`${name} `}
                </span>
              ))}
            </Fact>
          )}
          {recording === undefined ? null : <Fact name="Recording">{recording}</Fact>}
          <Fact name="Cost">{cost}</Fact>
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

import type { ReactNode } from "react";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import "#app/staff/data-table/data-table.css";
import { LongText } from "#app/ui/long-text.tsx";
import { phaseNames } from "./events.messages.ts";
import { type EventPhaseName, type EventSummary, isChangeable } from "./event-view.ts";

/** The details of an event. @param hosts names */
export function EventFacts({ event, hosts }: { event: EventSummary; hosts: readonly string[] }) {
  const { when, iso, timeZone, durationMinutes, phase, seatsTaken, capacity, waiting, came } = event;
  return (
    <dl className="known">
      <Fact name="Starts">
        <time dateTime={iso}>{when}</time>
        <span className="soft small"> ({timeZone})</span>
      </Fact>
      <Fact name="Length">{durationMinutes} minutes</Fact>
      <Fact name="Status">
        <PhaseTag phase={phase} />
      </Fact>
      {event.cancellationNote === null ? null : (
        <Fact name="Message in the email" isBroad>
          <LongText text={event.cancellationNote} />
        </Fact>
      )}
      <Fact name="Seats taken">
        {seatsTaken} of {capacity}
      </Fact>
      <Fact name="Waiting list">{waiting}</Fact>
      {came === undefined ? null : (
        <Fact name="Attendance">
          {came.came} attended, {came.stayedAway} absent, {came.unknown} not recorded
        </Fact>
      )}
      <Fact name="Hosts">{hosts.join("; ")}</Fact>
      <Fact name="Topics" isBroad>
        {event.topics.join(" · ")}
      </Fact>
      {isChangeable(event) ? (
        <Fact name="Sign-up page" isBroad>
          <a href={eventPagePath(event.id)}>{eventPagePath(event.id)}</a>
        </Fact>
      ) : null}
      <Fact name="Join link" isBroad>
        {event.joinUrl}
      </Fact>
    </dl>
  );
}

function Fact({ name, isBroad = false, children }: { name: string; isBroad?: boolean; children: ReactNode }) {
  return (
    <div className={isBroad ? "broad" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const tones: Partial<Record<EventPhaseName, string>> = { upcoming: "high", full: "middle", live: "low" };

/** The status of an event. Upcoming and current events are highlighted. */
export function PhaseTag({ phase }: { phase: EventPhaseName }) {
  const tone = tones[phase];
  return tone === undefined ? (
    <span>{phaseNames[phase]}</span>
  ) : (
    <span className={`tag ${tone}`}>{phaseNames[phase]}</span>
  );
}

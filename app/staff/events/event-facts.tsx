import type { ReactNode } from "react";
import "#app/staff/data-table/data-table.css";
import { phaseNames } from "./events.messages.ts";
import type { EventPhaseName, EventSummary } from "./event-view.ts";

/** What is known of an event, at a glance. @param hosts by name */
export function EventFacts({ event, hosts }: { event: EventSummary; hosts: readonly string[] }) {
  const { when, iso, timeZone, durationMinutes, phase, seatsTaken, capacity, waiting, came } = event;
  return (
    <dl className="known">
      <Fact name="Begins">
        <time dateTime={iso}>{when}</time>
        <span className="soft small"> ({timeZone})</span>
      </Fact>
      <Fact name="Length">{durationMinutes} minutes</Fact>
      <Fact name="State">
        <PhaseTag phase={phase} />
      </Fact>
      <Fact name="Seats taken">
        {seatsTaken} of {capacity}
      </Fact>
      <Fact name="Waiting">{waiting}</Fact>
      {came === undefined ? null : (
        <Fact name="Came">
          {came.came} came, {came.stayedAway} did not, {came.unknown} not noted
        </Fact>
      )}
      <Fact name="Hosts">{hosts.join("; ")}</Fact>
      <Fact name="Topics" isBroad>
        {event.topics.join(" · ")}
      </Fact>
      <Fact name="Link to join" isBroad>
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

/** How an event stands; what needs somebody's eye is marked. */
export function PhaseTag({ phase }: { phase: EventPhaseName }) {
  const tone = tones[phase];
  return tone === undefined ? (
    <span>{phaseNames[phase]}</span>
  ) : (
    <span className={`tag ${tone}`}>{phaseNames[phase]}</span>
  );
}

import { formatUsTimes } from "#app/events/schedule/us-times.ts";
import type { EventView } from "./event-view.ts";
import "./fact-list.css";

/** The event's start in the other US time zones, until `visitor-time.client.ts` replaces them with the reader's own zone. */
export function ReaderTimes({ event: { startsAt, timeZone } }: { event: EventView }) {
  return (
    <span className="reader-times small soft num" data-visitor-time={startsAt} data-zone={timeZone}>
      {/* A line ends only between two times. */}
      {formatUsTimes(timeZone, new Date(startsAt)).replaceAll(/(?<!,) /g, "\u00A0")}
    </span>
  );
}

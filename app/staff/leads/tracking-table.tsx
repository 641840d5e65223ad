import type { TrackingEvent } from "#app/leads/lists/list-tracking-events.server.ts";
import { describeMoment, type Moment } from "#app/staff/dashboard/describe-moment.ts";
import { LedgerTable } from "#app/staff/lists/ledger-table.tsx";
import { practice } from "#content/practice.ts";
import { columnsOf, eventDetails } from "./leads.messages.ts";

/** A row of the tracking table. */
export type TrackingRow = {
  id: string;
  eventType: string;
  url: string;
  at: Moment;
  details: string;
};

export function trackingRow(event: TrackingEvent, now: Date): TrackingRow {
  const { id, eventType, url, timestamp } = event;
  return {
    id,
    eventType,
    url,
    at: describeMoment(timestamp, now, practice.timeZone),
    details: detailsOf(event),
  };
}

/** What an event tells, by its type (specification section 2). */
function detailsOf({ eventType, percentage, idleTime, target }: TrackingEvent): string {
  const { unknown } = eventDetails;
  switch (eventType) {
    case "page_view":
      return eventDetails.visited;
    case "scroll_depth":
      return percentage === null ? unknown.scrolled : eventDetails.scrolled(percentage);
    case "user_idle":
      return idleTime === null ? unknown.idle : eventDetails.idle(Math.round(idleTime / 1_000));
    case "call_to_action":
      return target === null ? unknown.pressed : eventDetails.pressed(target);
    case "booking_click":
      return target === null ? unknown.booked : eventDetails.booked(target);
  }
}

/** Tracking events, a row for each (specification section 2). @param labelledBy id of the heading above it */
export function TrackingTable({ labelledBy, rows }: { labelledBy: string; rows: readonly TrackingRow[] }) {
  return (
    <LedgerTable labelledBy={labelledBy} columns={columnsOf.tracking}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.eventType}</th>
          <td>{row.url}</td>
          <td className="num">
            {/* Of what happened within seconds, “Yesterday” would say nothing. */}
            <time dateTime={row.at.iso}>{row.at.exact}</time>
          </td>
          <td>{row.details}</td>
        </tr>
      ))}
    </LedgerTable>
  );
}

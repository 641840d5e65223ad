import type { TrackingEvent } from "#app/tracking/lists/list-tracking-events.server.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { practice } from "#content/practice.ts";
import { columnsOf, eventDetails } from "./leads.messages.ts";
import { rowNames } from "#app/staff/data-table/export-lists.ts";

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

const [eventType, url, timestamp, details] = columnsOf.tracking;

const columns: readonly ListTableColumn<TrackingRow>[] = [
  { name: eventType, cell: (row) => row.eventType },
  { name: url, cell: (row) => row.url, holds: "address" },
  {
    name: timestamp,
    // Of what happened within seconds, “Yesterday” would say nothing.
    cell: ({ at }) => <time dateTime={at.iso}>{at.exact}</time>,
    holds: "num",
    beside: "date",
  },
  { name: details, cell: (row) => row.details, holds: "prose" },
];

/** Tracking events, a row for each (specification section 2). @param labelledBy id of the heading above it */
export function TrackingTable({ labelledBy, rows }: { labelledBy: string; rows: readonly TrackingRow[] }) {
  return <ListTable labelledBy={labelledBy} rowsAre={rowNames.tracking} columns={columns} rows={rows} />;
}

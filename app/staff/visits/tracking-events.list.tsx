import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { leadExport } from "#app/staff/data-table/lead-columns.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { sortTexts } from "#app/staff/data-table/list.messages.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import type { TrackingEvent, TrackingEventQuery } from "#app/tracking/lists/list-tracking-events.server.ts";
import { practice } from "#content/practice.ts";

/** Specification sections 2, 3, 7 and 8. */
export const trackingEventList = defineList<TrackingEvent, TrackingEventQuery>()({
  name: "tracking",
  path: pages.trackingList.path,
  permission: canViewLeads,
  row: "tracking event",
  rows: "tracking events",
  empty: "No recent tracking events available.",
  hasDays: true,
  filters: {
    type: {
      label: "Event type",
      choices: {
        page_view: "Page visited",
        scroll_depth: "Scrolled",
        user_idle: "Idle",
        call_to_action: "Clicked a call to action",
        booking_click: "Opened the scheduling page",
      },
    },
    page: { label: "Page", maxLength: 500, hint: "The path after the site’s name, for example /faqs" },
    visit: {
      label: "Visit",
      maxLength: 36,
      hint: "Filled in when you follow the name of an anonymous visitor",
      isId: true,
    },
  },
  sorts: sortTexts,
  view: (event: TrackingEvent, now: Date) => ({
    id: event.id,
    eventType: event.eventType,
    url: event.url,
    at: describeMoment(event.timestamp, now, practice.timeZone),
    details: describeEvent(event),
  }),
  columns: [
    { label: "Event Type", cell: ({ eventType }) => eventType, csv: ({ eventType }) => eventType },
    { label: "URL", cell: ({ url }) => url, holds: "address", csv: ({ url }) => url },
    {
      label: "Timestamp",
      // Events are seconds apart, so “Yesterday” would not tell them apart.
      cell: ({ at }) => <time dateTime={at.iso}>{at.exact}</time>,
      holds: "num",
      beside: "date",
      csv: ({ timestamp }) => localDateTime(timestamp),
    },
    { label: "Details", cell: ({ details }) => details, holds: "prose" },
    { label: "Additional Data", csv: (event) => JSON.stringify(specifiedEvent(event)) },
  ],
  export: {
    ...leadExport,
    filePrefix: "tracking-data-",
    exported: (records) => `Exported ${records} tracking events to CSV.`,
    emptyMessage: "No tracking data to export.",
  },
});

/** Specification section 2, and wording for events without the usual details. */
function describeEvent({ eventType, percentage, idleTime, target }: TrackingEvent): string {
  switch (eventType) {
    case "page_view":
      return "Page visited";
    case "scroll_depth":
      return percentage === null ? "Scrolled" : `${percentage}% scroll`;
    case "user_idle":
      return idleTime === null ? "Idle" : `${Math.round(idleTime / 1_000)}s idle`;
    case "call_to_action":
      return target === null ? "Clicked a link or button" : `Clicked “${target}”`;
    case "booking_click":
      return target === null ? "Opened the scheduling page" : `Opened the scheduling page: “${target}”`;
  }
}

/** The event with the names of specification section 3, without the details that its type does not have. */
function specifiedEvent(event: TrackingEvent): Record<string, unknown> {
  const { id, visitId, eventType, url, timestamp, percentage, idleTime, timeOnPage, target } = event;
  const optional = Object.entries({ percentage, idleTime, timeOnPage, target });
  return {
    id,
    visit: visitId,
    event_type: eventType,
    url,
    timestamp: timestamp.toISOString(),
    ...Object.fromEntries(optional.filter(([, value]) => value !== null)),
  };
}

const localFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: practice.timeZone,
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/** “11/20/2026, 11:48:03 AM” in the firm's time zone, as specification section 3 requires, with a plain space. */
function localDateTime(at: Date): string {
  return localFormat.format(at).replaceAll("\u202F", " ");
}

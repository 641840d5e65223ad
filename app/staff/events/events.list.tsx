import { Link } from "react-router";
import type { ManagedEvent, ManagedEventQuery } from "#app/events/management/list-managed-events.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { PhaseTag } from "./event-facts.tsx";
import { eventPath } from "#app/staff/paths/event-paths.ts";
import { eventTexts } from "./events.messages.ts";
import { type EventSummary, summarizeEvent } from "./event-view.ts";

export const eventList = defineList<ManagedEvent, ManagedEventQuery>()({
  name: "events",
  path: pages.events.path,
  permission: canViewLeads,
  row: "event",
  rows: "events",
  empty: eventTexts.none,
  filters: {
    standing: {
      label: "Status",
      choices: {
        "to-come": "Upcoming or live",
        over: "Ended",
        cancelled: "Canceled",
      },
    },
  },
  sorts: { latest: "Latest first" },
  view: summarizeEvent,
  columns: [
    { label: "Starts", cell: ({ id, when }) => <Link to={eventPath(id)}>{when}</Link> },
    { label: "Title", cell: ({ title }) => title },
    { label: "Status", cell: ({ phase }) => <PhaseTag phase={phase} />, beside: "badge" },
    {
      label: "Seats taken",
      cell: ({ seatsTaken, capacity }) => `${seatsTaken} of ${capacity}`,
      holds: "num",
    },
    { label: "Waiting list", cell: ({ waiting }) => waiting, holds: "num" },
    { label: "Attended", cell: ({ came }) => cameText(came), holds: "num" },
  ],
});

/** Empty before the event. */
function cameText(came: EventSummary["came"]): string {
  if (came === undefined) return "";
  if (came.came + came.stayedAway === 0) return eventTexts.notYet;
  return came.unknown === 0 ? String(came.came) : `${came.came}, ${came.unknown} not recorded`;
}

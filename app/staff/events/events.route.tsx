import { Link } from "react-router";
import type { Route } from "./+types/events.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { listManagedEvents } from "#app/events/management/list-managed-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { ListFrame, listHeading } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { PhaseTag } from "./event-facts.tsx";
import { eventList } from "./event-lists.ts";
import { eventPath, newEventPath } from "./event-paths.ts";
import { eventTexts } from "./events.messages.ts";
import { type EventSummary, summaryOf } from "./event-view.ts";
import "#app/staff/shell/staff-area.css";
import "./events.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const address = readListAddress(eventList, new URL(request.url).searchParams);
  const { standing } = address.query.filters;
  const now = clock.now();
  const found = await listManagedEvents(db, { standing: standingNamed(standing), now }, address.page);
  return {
    staff,
    canManage: canManageEvents(staff),
    state: listStateOf(address, found),
    events: found.rows.map((event) => summaryOf(event, now)),
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.events, head);

export default function Events({ loaderData }: Route.ComponentProps) {
  const { staff, canManage, state, events } = loaderData;
  const set = canManage ? (
    <Link className="btn press" to={newEventPath}>
      {eventTexts.set}
    </Link>
  ) : undefined;
  return (
    <>
      <StaffHeader title={pages.events.title} staff={staff} />
      <main id="main" className="wrap desk events">
        <ListFrame list={eventList} rowsAre="events" state={state} empty={eventTexts.none} actions={set}>
          <ListTable labelledBy={listHeading} rowsAre="events" columns={columns} rows={events} />
        </ListFrame>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.events} error={error} />;
}

const columns: readonly ListTableColumn<EventSummary>[] = [
  { name: "Begins", cell: ({ id, when }) => <Link to={eventPath(id)}>{when}</Link> },
  { name: "Title", cell: ({ title }) => title },
  { name: "State", cell: ({ phase }) => <PhaseTag phase={phase} />, beside: "badge" },
  {
    name: "Seats taken",
    cell: ({ seatsTaken, capacity }) => `${seatsTaken} of ${capacity}`,
    holds: "num",
  },
  { name: "Waiting", cell: ({ waiting }) => waiting, holds: "num" },
  { name: "Came", cell: ({ came }) => cameText(came), holds: "num" },
];

/** Nobody can have come yet, nobody has said, or how many. */
function cameText(came: EventSummary["came"]): string {
  if (came === undefined) return "";
  if (came.came + came.stayedAway === 0) return eventTexts.notYet;
  return came.unknown === 0 ? String(came.came) : `${came.came}, ${came.unknown} not noted`;
}

/** The address was read by the list's own choices, which the type of a filter does not say. */
function standingNamed(value: string | undefined) {
  return eventList.filters.standing.choices.find((choice) => choice.value === value)?.value;
}

import { Link } from "react-router";
import type { Route } from "./+types/events.route";
import { listManagedEvents } from "#app/events/management/list-managed-events.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { createListState } from "#app/staff/data-table/load-list-page.server.ts";
import { readListUrl } from "#app/staff/data-table/list-url.ts";
import { ErrorPage, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { newEventPath } from "#app/staff/paths/event-paths.ts";
import { eventList } from "./events.list.tsx";
import { eventTexts } from "./events.messages.ts";
import "#app/staff/shell/staff-area.css";
import "./events.css";

/** The list contains no personal data, so the audit log does not record who sees it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, eventList.permission);
  const { clock, db } = servicesOf(context);
  const url = readListUrl(eventList, new URL(request.url).searchParams);
  const now = clock.now();
  const found = await listManagedEvents({ now })(db, url.query).page(url.page);
  return {
    staff,
    canManage: canManageEvents(staff),
    state: createListState(url, found),
    views: found.rows.map((event) => eventList.view(event, now)),
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.events, head);

export default function Events({ loaderData }: Route.ComponentProps) {
  const { staff, canManage, state, views } = loaderData;
  const addEvent = (
    <Link className="btn press" to={newEventPath}>
      {eventTexts.schedule}
    </Link>
  );
  return (
    <>
      <StaffHeader title={pages.events.title} staff={staff} />
      <main id="main" className="wrap staff-page events">
        <ListSection
          list={eventList}
          state={state}
          views={views}
          actions={canManage ? addEvent : undefined}
        />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.events} error={error} />;
}

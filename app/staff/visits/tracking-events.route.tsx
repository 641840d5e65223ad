import type { Route } from "./+types/tracking-events.route";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { LeadListPage } from "#app/staff/data-table/list-page.tsx";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { ErrorPage, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { trackingEventList } from "./tracking-events.list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, trackingEventList.permission);
  const { clientAddress } = factsOf(context);
  const services = servicesOf(context);
  return loadListPage(trackingEventList, listTrackingEvents, { request, session, services, clientAddress });
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.trackingList, head);

export default function TrackingEvents({ loaderData }: Route.ComponentProps) {
  return <LeadListPage title={pages.trackingList.title} list={trackingEventList} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.trackingList} error={error} />;
}

import type { Route } from "./+types/visitors.route";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { LeadListPage } from "#app/staff/data-table/list-page.tsx";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { ErrorPage, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { visitorList } from "./visitors.list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, visitorList.permission);
  const { clientAddress } = factsOf(context);
  const services = servicesOf(context);
  return loadListPage(visitorList, listVisitors, { request, session, services, clientAddress });
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.visitorList, head);

export default function Visitors({ loaderData }: Route.ComponentProps) {
  return <LeadListPage title={pages.visitorList.title} list={visitorList} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.visitorList} error={error} />;
}

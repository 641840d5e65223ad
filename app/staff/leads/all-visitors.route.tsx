import type { Route } from "./+types/all-visitors.route";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canExportLeads, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { visitorRow, VisitorsTable } from "./visitors-table.tsx";
import { visitorList, visitorQueryOf } from "./lead-lists.ts";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { LeadListPage } from "./lead-list-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const asked = readListAddress(visitorList, new URL(request.url).searchParams);
  const [found] = await Promise.all([
    listVisitors(db, visitorQueryOf(asked.query)).page(asked.page),
    recordView(db, { actor: staff, sessionId: id, list: "visitors", clientAddress }),
  ]);
  const now = clock.now();
  return {
    staff,
    canExport: canExportLeads(staff),
    state: listStateOf(asked, found),
    rows: found.rows.map((record) => visitorRow(record, now)),
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.visitorList, head);

export default function AllVisitors({ loaderData }: Route.ComponentProps) {
  const { rows, ...page } = loaderData;
  return (
    <LeadListPage of="visitors" list={visitorList} {...page}>
      <VisitorsTable labelledBy={listHeading} rows={rows} />
    </LeadListPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.visitorList} error={error} />;
}

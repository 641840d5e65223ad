import type { Route } from "./+types/all-assessments.route";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canExportLeads, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { assessmentRow, AssessmentsTable } from "./assessments-table.tsx";
import { assessmentList, assessmentQueryOf } from "./lead-lists.ts";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { LeadListPage } from "./lead-list-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const asked = readListAddress(assessmentList, new URL(request.url).searchParams);
  const [found] = await Promise.all([
    listAssessments(db, assessmentQueryOf(asked.query)).page(asked.page),
    recordView(db, { actor: staff, sessionId: id, list: "assessments", clientAddress }),
  ]);
  const now = clock.now();
  return {
    staff,
    canExport: canExportLeads(staff),
    state: listStateOf(asked, found),
    rows: found.rows.map((record) => assessmentRow(record, now)),
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.assessmentList, head);

export default function AllAssessments({ loaderData }: Route.ComponentProps) {
  const { rows, ...page } = loaderData;
  return (
    <LeadListPage of="assessments" list={assessmentList} {...page}>
      <AssessmentsTable labelledBy={listHeading} rows={rows} />
    </LeadListPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.assessmentList} error={error} />;
}

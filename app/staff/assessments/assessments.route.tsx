import type { Route } from "./+types/assessments.route";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { LeadListPage } from "#app/staff/data-table/list-page.tsx";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { ErrorPage, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { assessmentList } from "./assessments.list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, assessmentList.permission);
  const { clientAddress } = factsOf(context);
  const services = servicesOf(context);
  return loadListPage(assessmentList, listAssessments, { request, session, services, clientAddress });
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.assessmentList, head);

export default function Assessments({ loaderData }: Route.ComponentProps) {
  return <LeadListPage title={pages.assessmentList.title} list={assessmentList} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.assessmentList} error={error} />;
}

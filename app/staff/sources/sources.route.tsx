import type { Route } from "./+types/sources.route";
import { canExportLeads, canFollowUp } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { loadReport, loadWeeks } from "#app/people/sources/load-sources.server.ts";
import { describePeriod } from "#app/people/sources/periods.ts";
import { planReport } from "#app/people/sources/plan-report.ts";
import { createFunnel, isRanked, limitRows, type SourceReport } from "#app/people/sources/source-report.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { urlParameters } from "#app/staff/data-table/list-url.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { Alert } from "#app/ui/alert.tsx";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import { practice } from "#content/practice.ts";
import { ExportMenu } from "./export-menu.tsx";
import { Funnel } from "./funnel.tsx";
import { PeriodForm } from "./period-form.tsx";
import { readSourceQuery } from "./source-query.ts";
import { sourceList } from "./sources.list.tsx";
import { Report, type ReportView, Totals } from "./sources-screen.tsx";
import { WeeksChart } from "./weeks-chart.tsx";
import "#app/staff/shell/staff-area.css";
import "./sources.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, sourceList.permission);
  const { clock, db } = servicesOf(context);
  const { query, problems } = readSourceQuery(new URL(request.url).searchParams);
  const plan = planReport(query, dayIn(practice.timeZone, clock.now()));
  const report = await loadReport(db, plan);
  const weeks = await loadWeeks(db, plan);
  return {
    staff,
    query,
    problems,
    plan,
    report: viewReport(report),
    funnel: createFunnel(report),
    weeks,
    may: { export: canExportLeads(staff), edit: canFollowUp(staff) },
  };
}

/** The rows that fit the screen, and the sum of the others. */
function viewReport(report: SourceReport): ReportView {
  const { shown, others } = limitRows(report);
  const { total, automated, optedOut } = report;
  return {
    total,
    automated,
    optedOut,
    ranked: shown.filter(isRanked),
    unranked: shown.filter((row) => !isRanked(row)),
    others,
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.sources, head);

export default function Sources({ loaderData }: Route.ComponentProps) {
  const { staff, query, problems, plan, report, funnel, weeks, may } = loaderData;
  const { notices, post, close } = useNotices();
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page sources">
        {problems.length === 0 ? null : <Alert text={problems.join(" ")} />}
        <PeriodForm title={pages.sources.title} query={query} plan={plan} key={JSON.stringify(query)}>
          {may.export ? (
            <ExportMenu by={plan.by} query={urlParameters(sourceList, query)} post={post} />
          ) : null}
        </PeriodForm>
        <p className="shown">{describePeriod(plan.now)}</p>
        <Totals report={report} />
        <Report query={query} plan={plan} report={report} mayEdit={may.edit} />
        <Funnel steps={funnel} now={plan.now} before={plan.before} />
        <WeeksChart {...weeks} now={plan.now} before={plan.before} />
      </main>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.sources} error={error} />;
}

import { useNavigation, useRevalidator } from "react-router";
import type { Route } from "./+types/dashboard.route";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/context.server.ts";
import { canExportLeads, canViewLeads } from "#app/identity/can.ts";
import { listAssessments, summariseAssessments } from "#app/leads/lists/list-assessments.server.ts";
import { pages } from "#app/pages/registry.ts";
import { assessmentRow } from "#app/staff/leads/assessments-table.tsx";
import { NoticeRegion, useNotices } from "#app/staff/notices.tsx";
import { requireStaff } from "#app/staff/require-staff.server.ts";
import { StaffHeader } from "#app/staff/staff-header.tsx";
import { AssessmentsSection } from "./assessments-section.tsx";
import { shownRows } from "./dashboard.messages.ts";
import { summaryCards } from "./dashboard-view.ts";
import { metaOf, NoPage } from "./no-dashboard.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import "./dashboard.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const now = clock.now();
  const [summary, newest] = await Promise.all([
    summariseAssessments(db, clock),
    listAssessments(db, { sort: "newest" }, { size: shownRows }),
    recordView(db, { actor: staff, sessionId: id, list: "assessments", clientAddress }),
  ]);
  return {
    staff,
    canExport: canExportLeads(staff),
    cards: summaryCards(summary, now),
    rows: newest.rows.map((assessment) => assessmentRow(assessment, now)),
    hasMore: newest.hasNext,
  };
}

export const meta: Route.MetaFunction = (head) => metaOf(pages.admin, head);

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { staff, canExport, cards, rows, hasMore } = loaderData;
  const { notices, post, close } = useNotices();
  const isLoading = useIsLoading();
  return (
    <>
      <StaffHeader title={pages.admin.title} staff={staff} />
      <main id="main" className="wrap">
        <SummaryCards cards={cards} />
        <AssessmentsSection
          rows={rows}
          hasMore={hasMore}
          isLoading={isLoading}
          canExport={canExport}
          post={post}
        />
      </main>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NoPage page={pages.admin} error={error} />;
}

function useIsLoading(): boolean {
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  return navigation.state !== "idle" || revalidator.state !== "idle";
}

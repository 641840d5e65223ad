import { useRevalidator } from "react-router";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { pages } from "#app/pages/registry.ts";
import { useIsDashboardPending } from "#app/staff/shell/dashboard-loading.tsx";
import { LiveLine } from "#app/staff/live-updates/live-line.tsx";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { NowContext, useServerTime } from "#app/staff/time/use-now.ts";
import { dashboardTexts } from "./dashboard.messages.ts";
import type { DashboardView } from "./dashboard-view.ts";
import { useDashboard } from "./use-dashboard.ts";
import { AssessmentsSection } from "./assessments-section.tsx";
import { SectionLinks } from "./section-links.tsx";
import { SignupsSection } from "./signups-section.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { TrackingSection } from "./tracking-section.tsx";
import { VisitorsSection } from "./visitors-section.tsx";

/** The dashboard, kept as it is now while the screen stays open. @param dashboard as the page was loaded */
export function DashboardScreen({
  staff,
  canExport,
  holdsDemo,
  dashboard,
  trackingNote,
}: {
  staff: Staff;
  canExport: boolean;
  /** Some of what is shown is invented (`npm run demo`). */
  holdsDemo: boolean;
  dashboard: DashboardView;
  trackingNote: string;
}) {
  const { notices, post, close } = useNotices();
  const { view, live, news } = useDashboard(dashboard, post);
  const section = { isLoading: useIsLoading(), canExport, post };
  return (
    <>
      <StaffHeader title={pages.admin.title} staff={staff} />
      <main id="main" className="wrap dashboard">
        <NowContext value={useServerTime(view.asOf)}>
          {holdsDemo ? <p className="demo">{dashboardTexts.demo}</p> : null}
          <SummaryCards cards={view.cards} />
          <SectionLinks />
          <LiveLine state={live} news={news} />
          <AssessmentsSection {...view.assessments} {...section} />
          <SignupsSection {...view.signups} {...section} />
          <VisitorsSection {...view.visitors} {...section} />
          <TrackingSection {...view.tracking} {...section} note={trackingNote} />
        </NowContext>
      </main>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}

/** Updates from the change feed must not shift the layout or disable controls. */
function useIsLoading(): boolean {
  const isPending = useIsDashboardPending();
  const isRevalidating = useRevalidator().state !== "idle";
  return isPending || isRevalidating;
}

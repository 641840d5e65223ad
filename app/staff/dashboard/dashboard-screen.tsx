import { Link, useRevalidator } from "react-router";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { pages } from "#app/pages/registry.ts";
import type { QueueGroup } from "#app/people/queue/queue-groups.ts";
import { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import { signupList } from "#app/staff/signups/signups.list.tsx";
import { trackingEventList } from "#app/staff/visits/tracking-events.list.tsx";
import { visitorList } from "#app/staff/visits/visitors.list.tsx";
import { LiveStatus } from "#app/staff/live-updates/live-status.tsx";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import { StaffHeader, useIsDashboardPending } from "#app/staff/shell/staff-header.tsx";
import { NowContext, useServerTime } from "#app/staff/time/use-now.ts";
import { dashboardTexts } from "./dashboard.messages.ts";
import type { DashboardView, SummaryCard } from "./dashboard-view.ts";
import { useDashboard } from "./use-dashboard.ts";
import { DashboardSection, sectionPages } from "./dashboard-section.tsx";

/** The dashboard, updated while the screen is open. @param dashboard the data loaded with the page */
export function DashboardScreen({
  staff,
  canExport,
  hasDemoData,
  queue,
  dashboard,
  trackingNote,
}: {
  staff: Staff;
  canExport: boolean;
  /** The database contains demo data (`npm run demo`). */
  hasDemoData: boolean;
  /** The number of people to follow up. */
  queue: Readonly<Record<QueueGroup, number>>;
  dashboard: DashboardView;
  trackingNote: string;
}) {
  const { notices, post, close } = useNotices();
  const { view, live, newLeads } = useDashboard(dashboard, post);
  const section = { isLoading: useIsLoading(), canExport, post };
  return (
    <>
      <StaffHeader title={pages.admin.title} staff={staff} />
      <main id="main" className="wrap dashboard">
        <NowContext value={useServerTime(view.asOf)}>
          {hasDemoData ? <p className="demo">{dashboardTexts.demo}</p> : null}
          <p className="queue-counts">
            {dashboardTexts.queue(queue)} <Link to={pages.today.path}>{dashboardTexts.openQueue}</Link>
          </p>
          <SummaryCards cards={view.cards} />
          <SectionLinks />
          <LiveStatus state={live} newLeads={newLeads} />
          <DashboardSection name="assessments" list={assessmentList} {...view.assessments} {...section} />
          <DashboardSection name="signups" list={signupList} {...view.signups} {...section} />
          <DashboardSection name="visitors" list={visitorList} {...view.visitors} {...section} />
          <DashboardSection
            name="tracking"
            list={trackingEventList}
            {...view.tracking}
            {...section}
            note={trackingNote}
          />
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

function SummaryCards({ cards }: { cards: readonly SummaryCard[] }) {
  return (
    <dl className="sums">
      {cards.map(({ label, figure, outOf, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figure">
              {figure}
              {outOf === undefined ? null : <span className="soft">{outOf}</span>}
            </span>
            <span className="line soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to the sections, displayed on narrow screens only. */
function SectionLinks() {
  return (
    <nav className="section-links" aria-label={dashboardTexts.sections}>
      <ul>
        {Object.entries(sectionPages).map(([name, { title }]) => (
          <li key={name}>
            <a href={`#${name}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { DataTable, type DisplayedList } from "#app/staff/data-table/data-table.tsx";
import { type ExportableList, ExportButton } from "#app/staff/export-button/export-button.tsx";
import type { Notice } from "#app/ui/notifications.tsx";
import type { ListView } from "./dashboard-view.ts";
import { dashboardTexts, sectionTexts } from "./dashboard.messages.ts";

/** The pages of the lists, in the order of the sections. */
export const sectionPages = {
  assessments: pages.assessmentList,
  signups: pages.signupList,
  visitors: pages.visitorList,
  tracking: pages.trackingList,
} as const;

/** A section of the dashboard (specification section 2): the first rows of a list, a link to the full list, and the export. */
export function DashboardSection<View extends { id: string | number }>({
  name,
  list,
  rows,
  hasMore,
  isMissing,
  isLoading,
  canExport,
  post,
  note,
}: ListView<View> & {
  name: keyof typeof sectionPages;
  list: DisplayedList<View> & ExportableList & { empty: string };
  isLoading: boolean;
  canExport: boolean;
  post: (notice: Notice) => void;
  note?: string;
}) {
  const isEmpty = rows.length === 0;
  const texts = sectionTexts[name];
  const page = sectionPages[name];
  return (
    <section className="data-list" aria-busy={isLoading}>
      <header>
        <h2 id={name}>{page.title}</h2>
        {isLoading ? <p className="soft small loading">{texts.loading}</p> : null}
        <Link className="view-all" to={page.path}>
          {dashboardTexts.viewAll}
          <span className="unseen"> of {page.title}</span>
        </Link>
        {canExport ? <ExportButton list={list} disabled={isEmpty} isLoading={isLoading} post={post} /> : null}
      </header>
      {isEmpty ? null : <DataTable labelledBy={name} list={list} views={rows} />}
      {isEmpty && !isLoading ? <p className="empty">{isMissing ? texts.missing : list.empty}</p> : null}
      {hasMore ? <p className="soft small">{texts.firstRows}</p> : null}
      {note === undefined ? null : <p className="soft small">{note}</p>}
    </section>
  );
}

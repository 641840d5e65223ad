import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListView } from "./dashboard-view.ts";
import { dashboardTexts, sectionTexts } from "./dashboard.messages.ts";
import { ExportButton } from "#app/staff/data-table/export-button.tsx";
import { type ExportList, pageOfList } from "#app/staff/data-table/export-lists.ts";
import type { Notice } from "#app/ui/notifications.tsx";

/** A section of the dashboard (specification section 2): the first rows of a list, a link to the full list, and the export. */
export function DashboardSection({
  list,
  rows,
  hasMore,
  isMissing,
  isLoading,
  canExport,
  post,
  note,
  children,
}: ListView<unknown> & {
  list: ExportList;
  isLoading: boolean;
  canExport: boolean;
  post: (notice: Notice) => void;
  note?: string;
  /** The table. */
  children: ReactNode;
}) {
  const isEmpty = rows.length === 0;
  const texts = sectionTexts[list];
  const page = pageOfList[list];
  return (
    <section className="data-list" aria-busy={isLoading}>
      <header>
        <h2 id={list}>{page.title}</h2>
        {isLoading ? <p className="soft small loading">{texts.loading}</p> : null}
        <Link className="view-all" to={page.path}>
          {dashboardTexts.viewAll}
          <span className="unseen"> of {page.title}</span>
        </Link>
        {canExport ? <ExportButton list={list} disabled={isLoading || isEmpty} post={post} /> : null}
      </header>
      {isEmpty ? null : children}
      {isEmpty && !isLoading ? <p className="empty">{isMissing ? texts.missing : texts.empty}</p> : null}
      {hasMore ? <p className="soft small">{texts.firstRows}</p> : null}
      {note === undefined ? null : <p className="soft small">{note}</p>}
    </section>
  );
}

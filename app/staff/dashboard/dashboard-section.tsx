import type { ReactNode } from "react";
import { Link } from "react-router";
import { dashboardTexts, sectionTexts } from "./dashboard.messages.ts";
import { ExportButton } from "#app/staff/data-table/export-button.tsx";
import { type ExportList, pageOfList } from "#app/staff/data-table/export-lists.ts";
import type { Notice } from "#app/ui/notifications.tsx";

/** What every section of the dashboard is given. */
export type SectionProps<Row> = {
  rows: readonly Row[];
  /** There are more than the rows shown. */
  hasMore: boolean;
  /** They could not be loaded. */
  isMissing?: boolean;
  isLoading: boolean;
  canExport: boolean;
  post: (notice: Notice) => void;
};

/** A section of the dashboard (specification section 2): how a list begins, all of it behind a link, and all of it as a file. */
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
}: SectionProps<unknown> & {
  list: ExportList;
  /** What is true of the list besides. */
  note?: string | undefined;
  /** The rows. */
  children: ReactNode;
}) {
  const isEmpty = rows.length === 0;
  const isSettled = isEmpty && !isLoading;
  const texts = sectionTexts[list];
  const page = pageOfList[list];
  return (
    <section className="ledger" aria-busy={isLoading}>
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
      {isSettled ? <p className="empty">{isMissing === true ? texts.missing : texts.empty}</p> : null}
      <Remark text={hasMore ? texts.firstRows : undefined} />
      <Remark text={note} />
    </section>
  );
}

/** What is said below the rows, where there is anything to say. */
function Remark({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="soft small">{text}</p>;
}

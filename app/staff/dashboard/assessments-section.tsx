import { ExportButton } from "#app/staff/exports/export-button.tsx";
import { type AssessmentRow, AssessmentsTable } from "#app/staff/leads/assessments-table.tsx";
import type { Notice } from "#app/staff/notices.tsx";
import { assessmentTexts } from "./dashboard.messages.ts";

/** Section 1 of the dashboard (specification section 2): the newest assessments, and all of them as a file. */
export function AssessmentsSection({
  rows,
  hasMore,
  isLoading,
  canExport,
  post,
}: {
  rows: readonly AssessmentRow[];
  /** There are more than the rows shown. */
  hasMore: boolean;
  isLoading: boolean;
  canExport: boolean;
  post: (notice: Notice) => void;
}) {
  const isEmpty = rows.length === 0;
  return (
    <section className="ledger" aria-busy={isLoading}>
      <header>
        <h2 id="assessments">Pre-LOI Assessments</h2>
        {isLoading ? <p className="soft small loading">{assessmentTexts.loading}</p> : null}
        {canExport ? <ExportButton list="assessments" disabled={isLoading || isEmpty} post={post} /> : null}
      </header>
      {isEmpty && !isLoading ? <p className="empty">{assessmentTexts.empty}</p> : null}
      {isEmpty ? null : <AssessmentsTable labelledBy="assessments" rows={rows} />}
      {hasMore ? <p className="soft small">{assessmentTexts.firstRows}</p> : null}
    </section>
  );
}

import { highestScore } from "#app/leads/assessment/score.ts";
import { assessmentExportPath } from "#app/staff/exports/assessment-export.ts";
import { EmailAddress, LedgerTable } from "#app/staff/lists/ledger-table.tsx";
import type { Notice } from "#app/staff/notices.tsx";
import { assessmentTexts } from "./dashboard.messages.ts";
import type { AssessmentRow } from "./dashboard-view.ts";
import { ExportButton } from "./export-button.tsx";

const columns = ["Name", "Email", "Phone", "Score", "Level", "Date"] as const;

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
        {canExport ? (
          <ExportButton path={assessmentExportPath} disabled={isLoading || isEmpty} post={post} />
        ) : null}
      </header>
      {isEmpty && !isLoading ? <p className="empty">{assessmentTexts.empty}</p> : null}
      {isEmpty ? null : <AssessmentsTable rows={rows} />}
      {hasMore ? <p className="soft small">{assessmentTexts.firstRows}</p> : null}
    </section>
  );
}

function AssessmentsTable({ rows }: { rows: readonly AssessmentRow[] }) {
  return (
    <LedgerTable labelledBy="assessments" columns={columns}>
      {rows.map((row) => (
        <AssessmentLine row={row} key={row.id} />
      ))}
    </LedgerTable>
  );
}

function AssessmentLine({ row }: { row: AssessmentRow }) {
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>
        <EmailAddress email={row.email} />
      </td>
      <td className="num">{row.phone}</td>
      <td className="num">
        <span className="score">
          <span>{`${row.score}/${highestScore}`}</span>
          <Gauge score={row.score} />
        </span>
      </td>
      <td>
        <span className={`tag ${row.tone}`}>{row.level}</span>
      </td>
      <td className="num">
        <time dateTime={row.received.iso} title={row.received.exact}>
          {row.received.short}
        </time>
      </td>
    </tr>
  );
}

/** One unit of width for each point that can be had. The figure beside it is its text. */
function Gauge({ score }: { score: number }) {
  return (
    <svg className="gauge" viewBox={`0 0 ${highestScore} 1`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={highestScore} height="1" />
      <rect className="grown" width={score} height="1" />
    </svg>
  );
}

import { Link } from "react-router";
import { highestScore, type Level, levelNamed } from "#app/leads/assessment/score.ts";
import type { Assessment } from "#app/leads/lists/list-assessments.server.ts";
import { describeMoment, type Moment } from "#app/staff/dashboard/describe-moment.ts";
import { EmailAddress, LedgerTable } from "#app/staff/lists/ledger-table.tsx";
import { ShownMoment } from "#app/staff/lists/shown-moment.tsx";
import { personPath } from "#app/staff/people/person-path.ts";
import { practice } from "#content/practice.ts";
import { LevelBadge } from "./level-badge.tsx";
import { columnsOf } from "./leads.messages.ts";

/** A row of the assessments table. Answers stay on the server: the table does not show them. */
export type AssessmentRow = {
  id: string;
  name: string;
  email: string;
  phone: string;
  score: number;
  level: Level;
  tone: Tone;
  received: Moment;
};

/** The colour of a level's badge: yellow, blue, green. */
export type Tone = "low" | "middle" | "high";

export function assessmentRow(assessment: Assessment, now: Date): AssessmentRow {
  const { id, name, email, phone, score, scoreLevel, createdAt } = assessment;
  const level = levelNamed(scoreLevel);
  return {
    id,
    name,
    email,
    phone,
    score,
    level,
    tone: toneOf[level],
    received: describeMoment(createdAt, now, practice.timeZone),
  };
}

/** Specification section 2: yellow at 10 or lower, blue for 11 to 16, green above 16. */
export const toneOf: Record<Level, Tone> = {
  "Early Stage": "low",
  "Making Progress": "middle",
  "Exit Ready": "high",
};

/** Assessments, a row for each (specification section 2). @param labelledBy id of the heading above it */
export function AssessmentsTable({
  labelledBy,
  rows,
}: {
  labelledBy: string;
  rows: readonly AssessmentRow[];
}) {
  return (
    <LedgerTable labelledBy={labelledBy} columns={columnsOf.assessments}>
      {rows.map((row) => (
        <AssessmentLine row={row} key={row.id} />
      ))}
    </LedgerTable>
  );
}

function AssessmentLine({ row }: { row: AssessmentRow }) {
  return (
    <tr>
      <th scope="row">
        <Link to={personPath(row.id)}>{row.name}</Link>
      </th>
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
        <LevelBadge level={row.level} tone={row.tone} />
      </td>
      <td className="num">
        <ShownMoment moment={row.received} />
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

import { Link } from "react-router";
import { highestScore, type Level, levelNamed } from "#app/assessments/questions/score.ts";
import type { Assessment } from "#app/assessments/lists/list-assessments.server.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { EmailAddress, type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { personPath } from "#app/staff/paths/person-path.ts";
import { practice } from "#content/practice.ts";
import { LevelBadge, type Tone } from "./level-badge.tsx";
import { columnsOf } from "./leads.messages.ts";
import { rowNames } from "#app/staff/data-table/export-lists.ts";

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

const [name, email, phone, score, level, date] = columnsOf.assessments;

const columns: readonly ListTableColumn<AssessmentRow>[] = [
  { name, cell: (row) => <Link to={personPath(row.id)}>{row.name}</Link> },
  { name: email, cell: (row) => <EmailAddress email={row.email} /> },
  { name: phone, cell: (row) => row.phone, holds: "tel" },
  { name: score, cell: (row) => <Score score={row.score} />, holds: "num" },
  { name: level, cell: (row) => <LevelBadge level={row.level} tone={row.tone} />, beside: "badge" },
  { name: date, cell: (row) => <ShownMoment moment={row.received} />, holds: "num", beside: "date" },
];

/** Assessments, a row for each (specification section 2). @param labelledBy id of the heading above it */
export function AssessmentsTable({
  labelledBy,
  rows,
}: {
  labelledBy: string;
  rows: readonly AssessmentRow[];
}) {
  return <ListTable labelledBy={labelledBy} rowsAre={rowNames.assessments} columns={columns} rows={rows} />;
}

/** One unit of the bar’s width for each point that can be had. The figure beside it is its text. */
function Score({ score: points }: { score: number }) {
  return (
    <span className="score">
      <span>{`${points}/${highestScore}`}</span>
      <svg className="gauge" viewBox={`0 0 ${highestScore} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={highestScore} height="1" />
        <rect className="grown" width={points} height="1" />
      </svg>
    </span>
  );
}

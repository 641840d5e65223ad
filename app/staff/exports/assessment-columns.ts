import type { Assessment } from "#app/leads/lists/list-assessments.server.ts";
import { questions } from "#app/leads/assessment/questions.ts";
import type { CsvColumn } from "#app/platform/csv.ts";
import { practice } from "#content/practice.ts";

/** The columns of the assessments export (specification section 7): contact, score, date, and each answer under its topic. */
export const assessmentColumns: readonly CsvColumn<Assessment>[] = [
  { heading: "Name", valueOf: (row) => row.name },
  { heading: "Email", valueOf: (row) => row.email },
  { heading: "Phone", valueOf: (row) => row.phone },
  { heading: "Score", valueOf: (row) => row.score },
  { heading: "Score Level", valueOf: (row) => row.scoreLevel },
  { heading: "Date", valueOf: (row) => dateFormat.format(row.createdAt) },
  ...questions.map(({ id, topic }) => ({
    heading: `${id.toUpperCase()}: ${topic}`,
    valueOf: (row: Assessment) => row[id],
  })),
];

/**
 * 2026-11-20 11:48:03 in the practice's time zone: spreadsheets of every language take it for a date, and sorted as text it
 * is still in order. (American short dates have a narrow no-break space before "AM", which they take for text.)
 */
const dateFormat = new Intl.DateTimeFormat("sv-SE", {
  timeZone: practice.timeZone,
  dateStyle: "short",
  timeStyle: "medium",
});

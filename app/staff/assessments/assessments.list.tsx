import type { Assessment, AssessmentQuery } from "#app/assessments/lists/list-assessments.server.ts";
import { questions } from "#app/assessments/questions/questions.ts";
import { parseLevel } from "#app/assessments/questions/score.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import {
  dateColumn,
  emailColumn,
  leadExport,
  leadSearch,
  nameColumn,
} from "#app/staff/data-table/lead-columns.tsx";
import { LevelBadge, Score } from "#app/staff/data-table/level-badge.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { sortTexts } from "#app/staff/data-table/list.messages.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";

/** Specification sections 2, 7 and 8. */
export const assessmentList = defineList<Assessment, AssessmentQuery>()({
  name: "assessments",
  path: pages.assessmentList.path,
  permission: canViewLeads,
  row: "assessment",
  rows: "assessments",
  empty: "No assessments found.",
  search: leadSearch,
  hasDays: true,
  filters: {
    level: {
      label: "Level",
      choices: {
        "Early Stage": "Early Stage",
        "Making Progress": "Making Progress",
        "Exit Ready": "Exit Ready",
      },
    },
  },
  sorts: {
    ...sortTexts,
    highest: "Highest score first",
    lowest: "Lowest score first",
    name: "Name",
  },
  // Answers stay on the server, because the table does not display them.
  view: ({ id, name, email, phone, score, scoreLevel, createdAt }: Assessment, now: Date) => ({
    id,
    name,
    email,
    phone,
    score,
    level: parseLevel(scoreLevel),
    received: describeMoment(createdAt, now, practice.timeZone),
  }),
  columns: [
    nameColumn,
    emailColumn,
    { label: "Phone", cell: ({ phone }) => phone, holds: "tel", csv: ({ phone }) => phone },
    { label: "Score", cell: ({ score }) => <Score score={score} />, holds: "num", csv: ({ score }) => score },
    {
      label: "Level",
      csvLabel: "Score Level",
      cell: ({ level }) => <LevelBadge level={level} />,
      beside: "badge",
      csv: ({ scoreLevel }) => scoreLevel,
    },
    dateColumn,
    ...questions.map(({ id, topic }) => ({
      label: `${id.toUpperCase()}: ${topic}`,
      csv: (row: Assessment) => row[id],
    })),
  ],
  export: {
    ...leadExport,
    filePrefix: "pre-loi-assessments-",
    exported: (records) => `Exported ${records} assessment records to CSV.`,
    emptyMessage: "No assessment data to export.",
  },
});

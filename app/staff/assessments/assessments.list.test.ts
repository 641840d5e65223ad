import { answersScoring } from "#tests/kit/an-assessment.ts";
import { expect, test } from "vitest";
import { questions } from "#app/assessments/questions/questions.ts";
import type { Assessment } from "#app/assessments/lists/list-assessments.server.ts";
import { csvColumns } from "#app/staff/data-table/csv-columns.ts";
import { assessmentList } from "./assessments.list.tsx";

const assessmentColumns = csvColumns(assessmentList.columns);

test("a row is exported as contact, score, date and answers, in the firm's time zone", () => {
  expect(cellsOf({ createdAt: new Date("2026-01-01T04:30:09Z") })).toEqual([
    ["Name", "Rosa Villarreal"],
    ["Email", "rosa@example.com"],
    ["Phone", "(512) 555-0137"],
    ["Score", 9],
    ["Score Level", "Early Stage"],
    ["Date", "2025-12-31 22:30:09"],
    ...questions.map(({ id, topic }) => [`${id.toUpperCase()}: ${topic}`, assessment[id]]),
  ]);
});

test("the score is a number, so that a spreadsheet can add it up", () => {
  expect(
    assessmentColumns.map((column) => typeof column.valueOf(assessment)).filter((type) => type === "number"),
  ).toEqual(["number"]);
});

test("the hour follows daylight saving time", () => {
  expect(cellsOf({ createdAt: new Date("2026-07-01T12:00:00Z") })).toContainEqual([
    "Date",
    "2026-07-01 07:00:00",
  ]);
  expect(cellsOf({ createdAt: new Date("2026-12-01T12:00:00Z") })).toContainEqual([
    "Date",
    "2026-12-01 06:00:00",
  ]);
});

const assessment: Assessment = {
  id: "00000000-0000-4000-8000-000000000001",
  name: "Rosa Villarreal",
  email: "rosa@example.com",
  phone: "(512) 555-0137",
  ...answersScoring(1, 1, 2, 1, 1, 1, 2),
  score: 9,
  scoreLevel: "Early Stage",
  createdAt: new Date("2026-01-01T04:30:09Z"),
};

function cellsOf(changes: Partial<Assessment>) {
  return assessmentColumns.map(({ heading, valueOf }) => [heading, valueOf({ ...assessment, ...changes })]);
}

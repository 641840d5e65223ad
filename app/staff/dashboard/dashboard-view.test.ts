import { expect, test } from "vitest";
import type { Assessment } from "#app/leads/assessment/list-assessments.server.ts";
import { assessmentRow, summaryCards } from "./dashboard-view.ts";

const now = new Date("2026-12-01T03:00:00Z"); // still November in the practice's time zone

test("a row holds what the table shows, and no answers", () => {
  const assessment: Assessment = {
    id: "1",
    name: "Thomas Avery",
    email: "t.avery@example.com",
    phone: "(737) 555-0164",
    q1: "mostly",
    q2: "talked",
    q3: "discussed",
    q4: "family",
    q5: "estimate",
    q6: "good",
    q7: "taxes",
    score: 13,
    scoreLevel: "Making Progress",
    createdAt: new Date("2026-12-01T02:48:00Z"),
  };
  expect(assessmentRow(assessment, now)).toEqual({
    id: "1",
    name: "Thomas Avery",
    email: "t.avery@example.com",
    phone: "(737) 555-0164",
    score: 13,
    level: "Making Progress",
    tone: "middle",
    received: { iso: "2026-12-01T02:48:00.000Z", short: "12 min ago", exact: "2026-11-30 20:48 CST" },
  });
});

test("the cards say which month is meant, and the level of the average", () => {
  expect(summaryCards({ total: 1234, thisMonth: 56, averageScore: 13 }, now)).toEqual([
    { label: "Total Assessments", figure: "1,234", note: "Since the beginning" },
    { label: "This Month", figure: "56", note: "November 2026, Central Time" },
    { label: "Average Score", figure: "13", outOf: "/21", note: "Making Progress" },
  ]);
});

test("without any assessment the average is 0 and has no level", () => {
  expect(summaryCards({ total: 0, thisMonth: 0, averageScore: 0 }, now)).toContainEqual({
    label: "Average Score",
    figure: "0",
    outOf: "/21",
    note: "None yet",
  });
});

import { expect, test } from "vitest";
import { summaryCards } from "./dashboard-view.ts";

const now = new Date("2026-12-01T03:00:00Z"); // still November in the practice's time zone

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

import { expect, test } from "vitest";
import { isBusinessDay, nextBusinessDay, previousBusinessDay } from "./business-days.ts";

const closedDays = ["2026-11-26", "2027-01-01"];

test.each([
  ["2026-11-23", "2026-11-24", "2026-11-20"], // Monday
  ["2026-11-27", "2026-11-30", "2026-11-25"], // Friday after Thanksgiving
  ["2026-11-25", "2026-11-27", "2026-11-24"], // Wednesday before Thanksgiving
  ["2026-11-28", "2026-11-30", "2026-11-27"], // Saturday
  ["2026-12-31", "2027-01-04", "2026-12-30"], // New Year's Day is a Friday
])("after %s the firm is next open on %s, and was last open on %s", (day, next, previous) => {
  expect(nextBusinessDay(day, closedDays)).toBe(next);
  expect(previousBusinessDay(day, closedDays)).toBe(previous);
});

test("weekends and holidays are not business days", () => {
  const week = [
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-28",
    "2026-11-29",
  ];
  expect(week.filter((day) => isBusinessDay(day, closedDays))).toEqual([
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-27",
  ]);
});

import { expect, test } from "vitest";
import { findFiscalYearEnd, findLastFiscalYearEnd, findRetentionEnd } from "./fiscal-year.ts";

test.each([
  ["2026-11-28", "12-31", "2026-12-31"],
  ["2026-12-31", "12-31", "2026-12-31"],
  ["2026-06-30", "06-30", "2026-06-30"],
  ["2026-07-01", "06-30", "2027-06-30"],
  ["2027-01-15", "02-29", "2027-02-28"],
])("the fiscal year of %s, which ends on %s, ends on %s", (day, end, last) => {
  expect(findFiscalYearEnd(day, end)).toBe(last);
});

test("the fiscal year before ended a year earlier", () => {
  expect(findLastFiscalYearEnd("2026-11-28", "12-31")).toBe("2025-12-31");
  expect(findLastFiscalYearEnd("2026-07-01", "06-30")).toBe("2026-06-30");
});

test("a version is kept for five years from the end of the fiscal year in which it was last published", () => {
  expect(findRetentionEnd("2026-03-05", "12-31")).toBe("2031-12-31");
  expect(findRetentionEnd("2026-07-01", "06-30")).toBe("2032-06-30");
});

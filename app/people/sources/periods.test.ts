import { describe, expect, test } from "vitest";
import {
  comparePeriod,
  countDays,
  describePeriod,
  labelPeriods,
  resolvePeriod,
  splitPeriod,
  weeksPerBar,
} from "./periods.ts";

const monday = "2026-11-23";

describe("the period", () => {
  test.each([
    [{}, "2026-08-31", "2026-11-22"],
    [{ period: "4-weeks" }, "2026-10-26", "2026-11-22"],
    [{ period: "month" }, "2026-11-01", "2026-11-23"],
    [{ period: "last-month" }, "2026-10-01", "2026-10-31"],
    [{ period: "year" }, "2026-01-01", "2026-11-23"],
    [{ from: "2026-03-05", to: "2026-03-09" }, "2026-03-05", "2026-03-09"],
    [{ from: "2026-03-09", to: "2026-03-05" }, "2026-03-05", "2026-03-09"],
    [{ from: "2026-11-20" }, "2026-11-20", "2026-11-23"],
    [{ from: "2027-01-01" }, "2027-01-01", "2027-01-01"],
    [{ to: "2026-03-29" }, "2026-01-05", "2026-03-29"],
    // Picked dates stay in the form, but another choice applies.
    [{ period: "month", from: "2026-03-05", to: "2026-03-09" }, "2026-11-01", "2026-11-23"],
  ] as const)("of %j is %s to %s", (asked, from, to) => {
    expect(resolvePeriod(asked, monday)).toEqual({ from, to });
  });

  test("on a Sunday ends with the Sunday before, because the week is not complete", () => {
    expect(resolvePeriod({}, "2026-11-22").to).toBe("2026-11-15");
  });

  test("has at most two years", () => {
    const period = resolvePeriod({ from: "1990-01-01", to: "2026-11-23" }, monday);
    expect([countDays(period), period.to]).toEqual([731, "2026-11-23"]);
  });
});

describe("the comparison", () => {
  test.each([
    ["12-weeks", "before", "2026-06-08", "2026-08-30"],
    // The same weeks of last year.
    ["12-weeks", "year-before", "2025-09-01", "2025-11-23"],
    // A running month with the same days.
    ["month", "before", "2026-10-01", "2026-10-23"],
    ["month", "year-before", "2025-11-01", "2025-11-23"],
    ["last-month", "before", "2026-09-01", "2026-09-30"],
    ["year", "before", "2025-01-01", "2025-11-23"],
  ] as const)("of %s with %s is %s to %s", (choice, comparison, from, to) => {
    const period = resolvePeriod({ period: choice }, monday);
    expect(comparePeriod(period, choice, comparison)).toEqual({ from, to });
  });

  test("of a running month ends with the last day of a shorter month", () => {
    const period = resolvePeriod({ period: "month" }, "2026-03-31");
    expect(comparePeriod(period, "month", "before")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  });

  test("is of the same length for picked dates", () => {
    const period = { from: "2026-03-01", to: "2026-03-10" };
    expect(comparePeriod(period, "dates", "before")).toEqual({ from: "2026-02-19", to: "2026-02-28" });
    expect(comparePeriod(period, "dates", "none")).toBeUndefined();
  });
});

describe("the parts of a chart", () => {
  test("are weeks", () => {
    const period = resolvePeriod({}, monday);
    const weeks = splitPeriod(period);
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  });

  test("of a longer period are several weeks, and no day is missing", () => {
    const period = resolvePeriod({ period: "year" }, monday);
    const parts = splitPeriod(period);
    expect(weeksPerBar(period)).toBe(4);
    expect(parts.length).toBeLessThanOrEqual(14);
    expect(parts.reduce((days, part) => days + countDays(part), 0)).toBe(countDays(period));
  });
});

test.each([
  [{ from: "2026-08-31", to: "2026-11-22" }, "Aug 31 – Nov 22, 2026"],
  [{ from: "2025-12-08", to: "2026-02-01" }, "Dec 8, 2025 – Feb 1, 2026"],
  [{ from: "2026-02-01", to: "2026-02-01" }, "Feb 1, 2026"],
])("%j is written as %s", (period, text) => {
  expect(describePeriod(period)).toBe(text);
});

test.each([
  [{ from: "2026-06-08", to: "2026-08-30" }, "Aug 31 – Nov 22", "Jun 8 – Aug 30"],
  [{ from: "2025-09-01", to: "2025-11-23" }, "Aug 31 – Nov 22, 2026", "Sep 1 – Nov 23, 2025"],
])("two periods are told apart: %j", (before, ...labels) => {
  const { now, before: other } = labelPeriods({ from: "2026-08-31", to: "2026-11-22" }, before);
  expect([now, other].map((label) => label?.replaceAll("\u00a0", " "))).toEqual(labels);
});

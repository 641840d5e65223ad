import { describe, expect, it } from "vitest";
import { yearsOfPractice } from "./practice-age.ts";

const since = "1994-06-01";
const zone = "America/Chicago";

describe("years of practice", () => {
  it("count full years only", () => {
    expect(yearsOfPractice(since, new Date("2026-05-31T12:00:00Z"), zone)).toBe(31);
    expect(yearsOfPractice(since, new Date("2026-06-01T12:00:00Z"), zone)).toBe(32);
    expect(yearsOfPractice(since, new Date("2026-11-21T12:00:00Z"), zone)).toBe(32);
  });

  it("change at midnight in the firm's time zone, not in UTC", () => {
    expect(yearsOfPractice(since, new Date("2026-06-01T04:59:59Z"), zone)).toBe(31);
    expect(yearsOfPractice(since, new Date("2026-06-01T05:00:00Z"), zone)).toBe(32);
  });

  it("compare days within the month of the anniversary", () => {
    expect(yearsOfPractice("1994-06-15", new Date("2026-06-14T12:00:00Z"), zone)).toBe(31);
    expect(yearsOfPractice("1994-06-15", new Date("2026-06-15T12:00:00Z"), zone)).toBe(32);
  });

  it("are zero before the first anniversary", () => {
    expect(yearsOfPractice("2026-11-01", new Date("2026-11-21T12:00:00Z"), zone)).toBe(0);
  });
});

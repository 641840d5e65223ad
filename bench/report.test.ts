import { describe, expect, test } from "vitest";
import { atMost, describeLine, formatNumber, isSuccessful, type Line, printSections } from "./report.ts";

const measured = (limit?: ReturnType<typeof atMost>): Line => ({
  kind: "measured",
  what: "HTML",
  result: "14,001 B",
  values: { bytes: 14_001 },
  ...(limit === undefined ? {} : { limit }),
});
const notRun: Line = { kind: "not-run", what: "Requests", because: "wrk is not installed" };
const failed: Line = { kind: "failed", what: "Requests", because: "the server exited" };

describe("a benchmark", () => {
  test.each([
    { kind: "with all limits met", line: measured(atMost(14_000, 14_000)), sound: true },
    { kind: "with a figure without a limit", line: measured(), sound: true },
    { kind: "with a skipped measurement", line: notRun, sound: true },
    { kind: "with an exceeded limit", line: measured(atMost(14_001, 14_000)), sound: false },
    { kind: "with a part that failed", line: failed, sound: false },
  ])("$kind: success is $sound", ({ line, sound }) => {
    expect(isSuccessful([{ title: "Home page", lines: [measured(), line] }])).toBe(sound);
  });
});

describe("a line", () => {
  test("shows whether its limit holds", () => {
    expect(describeLine(measured(atMost(14_001, 14_000, " B")))).toBe("14,001 B; at most 14,000 B: EXCEEDED");
    expect(describeLine(measured(atMost(1, 14_000, " B")))).toBe("14,001 B; at most 14,000 B: holds");
  });

  test("shows why a measurement is missing", () => {
    expect(describeLine(notRun)).toBe("NOT RUN: wrk is not installed");
    expect(describeLine(failed)).toBe("FAILED: the server exited");
  });

  test("is aligned below its title", () => {
    expect(printSections([{ title: "Home page", lines: [measured(), notRun] }])).toBe(
      "Home page\n  HTML      14,001 B\n  Requests  NOT RUN: wrk is not installed\n",
    );
  });
});

test.each([
  [14_000, "14,000"],
  [41_391.27, "41,391"],
  [12.345, "12.3"],
  [1.2345, "1.23"],
  [0.00012, "0.0001"],
  [0, "0"],
])("%d is formatted as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

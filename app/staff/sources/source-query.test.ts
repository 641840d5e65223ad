import { expect, test } from "vitest";
import { getPeriodBounds } from "#app/people/sources/count-visits.server.ts";
import { planReport } from "#app/people/sources/plan-report.ts";
import { readSourceQuery } from "./source-query.ts";
import { sourceTexts } from "./sources.messages.ts";

test.each([
  "period=dates&from=0001-01-01&to=0001-12-31",
  "from=9999-01-01&to=9999-12-31",
  "from=0001-01-01&to=9999-12-31&compare=year-before",
])("days out of range are ignored with a message (%s)", (params) => {
  const { query, problems } = readSourceQuery(new URLSearchParams(params));
  expect(problems).toEqual([sourceTexts.outOfRange]);
  const { now, before } = planReport(query, "2026-11-23");
  expect(now.to).toBe("2026-11-23");
  for (const period of [now, before ?? now]) expect(() => getPeriodBounds(period)).not.toThrow();
});

test("the earliest and the latest day are valid", () => {
  const { query, problems } = readSourceQuery(new URLSearchParams("from=1900-01-01&to=1900-01-31"));
  expect(problems).toEqual([]);
  expect(planReport(query, "2026-11-23").now).toEqual({ from: "1900-01-01", to: "1900-01-31" });
});

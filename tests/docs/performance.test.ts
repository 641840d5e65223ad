import { expect, test } from "vitest";
import { z } from "zod";
import { readSource } from "#tests/fences/source-files.ts";
import { replaceTable, selectFigures } from "#tests/long/performance-table.ts";

const run = z.strictObject({
  date: z.string(),
  commit: z.string(),
  machine: z.string(),
  values: z.record(z.string(), z.number()),
});
const figures = z
  .strictObject({ before: run, now: run })
  .parse(JSON.parse(readSource("docs/benchmarks.json")));
const document = readSource("docs/performance.md");
/** Without the padding of the formatter. */
const unpadded = (text: string): string => text.replaceAll(/ +\|/g, " |").replaceAll(/-{3,}/g, "---");

test("docs/performance.md states the figures of docs/benchmarks.json", () => {
  expect(unpadded(document)).toBe(unpadded(replaceTable(document, figures)));
});

test("another figure would be noticed", () => {
  const [what = ""] = Object.keys(figures.now.values);
  const changed = { ...figures, now: { ...figures.now, values: { ...figures.now.values, [what]: 99 } } };
  expect(unpadded(document)).not.toBe(unpadded(replaceTable(document, changed)));
});

test("the figures of a run are those of its lines, and missing ones are left out", () => {
  const conditions = { date: "2026-11-28T12:00:00Z", commit: "commit abc", machine: "2 cores" };
  const line = {
    kind: "measured",
    what: "Later starts",
    result: "",
    values: { medianMs: 412.34567 },
  } as const;
  const { values } = selectFigures({ conditions, sections: [{ title: "Start", lines: [line] }] });
  expect(values).toEqual({ "Start to the first answer, with an existing database": 412.346 });
});

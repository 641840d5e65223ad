import { describe, expect, test } from "vitest";
import { filesBelow, readSource } from "#tests/fences/source-files.ts";

const sources = ["app", "packages", "server"]
  .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
  .filter((file) => !/\.test\.tsx?$/.test(file));
const events = sources.flatMap((file) => readLogEvents(readSource(file)));
const runbook = readSource("docs/runbook.md");

describe("log events", () => {
  test("have stable dotted names", () => {
    expect(events.length).toBeGreaterThan(30);
    expect(events.filter(({ name }) => !isStableName(name))).toEqual([]);
  });

  test("of level error and warn are explained in the runbook, in the table of their level", () => {
    const misplaced = events.filter(({ level, name }) => !listExplained(level).includes(name));
    expect(misplaced.filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
  });

  test("planted: a sentence is found in each form of a call", () => {
    const planted = `log.warn("something went wrong");\ndeps.log.error(\n  "It broke",\n  { error },\n);`;
    expect(readLogEvents(planted)).toEqual([
      { level: "warn", name: "something went wrong" },
      { level: "error", name: "It broke" },
    ]);
    expect(isStableName("It broke")).toBe(false);
  });
});

function readLogEvents(text: string): { level: string; name: string }[] {
  return [...text.matchAll(/\blog\.(debug|info|warn|error)\(\s*"([^"]+)"/g)].map(
    ([, level = "", name = ""]) => ({ level, name }),
  );
}

/** The events in the runbook's table of a level. */
function listExplained(level: string): string[] {
  const table = runbook.split(new RegExp(`^\\| event at level ${level} `, "m"))[1]?.split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
}

function isStableName(name: string): boolean {
  return /^[a-z_]+\.[a-z_]+$/.test(name);
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeProof, readProgress, resultLines, saveProgress } from "./proof.ts";

test("results are extracted from the output of a program", () => {
  const printed = [
    "=== browser tests: playwright test",
    "  14 passed (51.5s)",
    "passed    12.3 s  build",
    "FAILED   101.0 s  browser tests: two of them | of 16",
    "NOT RUN: start tests, because there is no setpriv, because this is a small system",
  ];
  expect(resultLines(printed.join("\n"))).toEqual([
    { what: "build", result: "passed, 12.3 s" },
    { what: "browser tests: two of them | of 16", result: "FAILED, 101.0 s" },
    { what: "start tests", result: "NOT RUN, because there is no setpriv, because this is a small system" },
  ]);
});

test("the report contains time, commit, system and outcome", () => {
  const text = describeProof({
    began: new Date("2026-11-21T10:00:00Z"),
    ended: new Date("2026-11-21T10:20:00Z"),
    conditions: { commit: "commit abc", machine: "2 cores", programs: "Node 24" },
    parts: [
      { title: "Tests", lines: [{ what: "a | b\nc", result: "passed" }], passed: true },
      {
        title: "Figures",
        lines: [{ what: "bytes", result: "FAILED" }],
        passed: false,
        startedAt: "2026-11-21T10:10:00.000Z",
        runs: 2,
        machine: "4 cores",
        programs: "Node 24",
      },
    ],
  });
  expect(text).toContain("- Started 2026-11-21T10:00:00.000Z, ended 2026-11-21T10:20:00.000Z");
  expect(text).toContain(
    "- Of commit abc\n- On 2 cores\n- With Node 24\n- Outcome: failed in: Figures\n- Not run: Tests\n",
  );
  expect(text).toContain("## Tests\n\n| Line | Result |\n| --- | --- |\n| a \\| b c | passed |\n");
  expect(text).toContain(
    "Started 2026-11-21T10:10:00.000Z. Run 2 of this part on this code. On 4 cores, with Node 24.\n",
  );
});

test("the results of earlier runs are those of the same code only", () => {
  const folder = mkdtempSync(join(tmpdir(), "proof-"));
  const file = join(folder, "docs", "proof.json");
  const part = { title: "Tests", lines: [], passed: true, startedAt: "2026-11-21T10:00:00.000Z", runs: 1 };
  expect(readProgress(file, "code abc")).toEqual({ key: "code abc", parts: {} });
  saveProgress(file, { key: "code abc", parts: { tests: part } });
  expect(readProgress(file, "code abc").parts).toEqual({ tests: part });
  expect(readProgress(file, "code def").parts).toEqual({});
  rmSync(folder, { recursive: true });
});

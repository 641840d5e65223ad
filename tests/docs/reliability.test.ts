import { describe, expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/fences/source-files.ts";

const tests = readTests(readSource("docs/reliability.md"));

describe("docs/reliability.md", () => {
  test("names a test in each row", () => {
    expect(tests.length).toBeGreaterThan(40);
  });

  test.each(tests.map(({ file, title }) => [file, title]))("%s contains “%s”", (file, title) => {
    expect(hasTest(file, title)).toBe(true);
  });

  test("a title that the file does not contain is reported", () => {
    const [first] = tests;
    expect(hasTest(first?.file ?? "", "an invented title")).toBe(false);
    expect(hasTest("server/tests/invented.start.test.ts", first?.title ?? "")).toBe(false);
  });
});

/** @throws if a row names no test */
function readTests(document: string): { file: string; title: string }[] {
  const rows = document
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (fault|property) +\|/.test(line));
  return rows
    .filter((row) => !/^\| -+ \|/.test(row))
    .map((row) => {
      const [, file, title] = /\| `([\w./-]+\.ts)`: “([^”]+)” +\|$/.exec(row) ?? [];
      if (file === undefined || title === undefined) throw new Error(`This row names no test: ${row}`);
      return { file, title };
    });
}

function hasTest(file: string, title: string): boolean {
  return sourceFiles.includes(file) && readSource(file).includes(title);
}

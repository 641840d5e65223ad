import { describe, expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/fences/source-files.ts";
import { departures } from "#tests/spec/departures.ts";

const rows = rowsOf(readSource("docs/specification.md"));

describe("docs/specification.md", () => {
  test("has every section of the specification", () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.each(rows)("$section: $says", ({ shown }) => {
    expect(untrueIn(shown)).toEqual([]);
  });

  test("lists every departure", () => {
    const named = rows.flatMap(({ shown }) => departuresIn(shown));
    expect(departures.map(({ number }) => number).filter((number) => !named.includes(number))).toEqual([]);
  });
});

describe("planted", () => {
  test.each([
    ["no evidence", "shows nothing"],
    ["`tests/spec/no-such.test.ts`: “a title”", "no file tests/spec/no-such.test.ts"],
    [
      "`tests/spec/routes.test.ts`: “an unknown title”",
      "tests/spec/routes.test.ts has no “an unknown title”",
    ],
    ["departure 99", "no departure 99"],
  ])("%s is reported", (shown, finding) => {
    expect(untrueIn(shown)).toEqual([finding]);
  });
});

type Row = { section: number; says: string; shown: string };

/** The rows of the tables below numbered headings. */
function rowsOf(document: string): Row[] {
  let section = 0;
  return document.split("\n").flatMap((line) => {
    section = Number(/^## (\d)\./.exec(line)?.[1] ?? section);
    const [, says = "", , shown = ""] = line.split("|").map((cell) => cell.trim());
    const isRow = section > 0 && says !== "" && says !== "specification" && !/^-+$/.test(says);
    return isRow ? [{ section, says, shown }] : [];
  });
}

/** The errors of a cell: each file must exist and contain the titles after it. */
function untrueIn(shown: string): string[] {
  const numbers = departuresIn(shown);
  const missing = numbers.filter((number) => !departures.some((departure) => departure.number === number));
  let file: string | undefined;
  const untrue: string[] = [];
  let titles = 0;
  for (const [, path, title] of shown.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
    if (path !== undefined) {
      file = path;
      if (!sourceFiles.includes(path)) untrue.push(`no file ${path}`);
      continue;
    }
    titles += 1;
    if (file === undefined || !sourceFiles.includes(file)) continue;
    if (title !== undefined && !plain(readSource(file)).includes(plain(title))) {
      untrue.push(`${file} has no “${title}”`);
    }
  }
  const isEmpty = titles === 0 && numbers.length === 0;
  return [...(isEmpty ? ["shows nothing"] : []), ...untrue, ...missing.map((n) => `no departure ${n}`)];
}

function departuresIn(shown: string): number[] {
  return [...shown.matchAll(/departure (\d+)/g)].map(([, number]) => Number(number));
}

/** Removes escapes in source code. */
function plain(text: string): string {
  return text.replaceAll("\\", "").replaceAll(/[’']/g, "'");
}

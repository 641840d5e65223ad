import { describe, expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/fences/source-files.ts";

const document = readSource("docs/architecture.md");
const table = document.slice(document.indexOf("## Where do I change…")).split("\n## ", 1)[0] ?? "";
const rows = readRows(table);

describe("“Where do I change…” in docs/architecture.md", () => {
  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(30);
  });

  test.each(rows.map(({ what, where }) => [what, where]))("%s", (_, where) => {
    expect(findMistakes(where)).toEqual([]);
  });
});

describe("planted", () => {
  test.each([
    [
      "`app/platform/no-such-file.ts` (`authenticationLimits`)",
      "app/platform/no-such-file.ts does not exist",
    ],
    [
      "`app/platform/limits.ts` (`authenticationLimit`)",
      "app/platform/limits.ts does not contain authenticationLimit",
    ],
    ["`app/platform/` (`guessWork`)", "app/platform/ does not contain guessWork"],
    ["`app/platform/limits.ts`, somewhere", "app/platform/limits.ts comes without a name that it contains"],
    ["in the code of the form", "no file is named"],
  ])("%s is reported", (where, mistake) => {
    expect(findMistakes(where)).toEqual([mistake]);
  });

  test("a path followed by a name that occurs in the file is accepted", () => {
    const where = "`app/platform/limits.ts` (`authenticationLimits`, and another), `.env.example`";
    expect(findMistakes(where)).toEqual([]);
  });
});

function readRows(markdown: string): { what: string; where: string }[] {
  return markdown
    .split("\n")
    .map((line) => /^\| (.+?) +\| (.+?) +\|$/.exec(line))
    .flatMap((cells) => (cells === null ? [] : [{ what: cells[1] ?? "", where: cells[2] ?? "" }]))
    .filter(({ what, where }) => what !== "what" && !/^-+$/.test(where));
}

/**
 * Each path must exist. The names in parentheses after a path must occur in that file, or in a file of that folder. A code file needs such
 * a name, because a path alone says too little about a long file.
 */
function findMistakes(where: string): string[] {
  const paths = [...where.matchAll(/`([\w.*/-]*[/.][\w.*/-]*)`(?: \(([^)]*)\))?|\]\(([\w.-]+\.md)/g)].filter(
    // A URL, such as `/admin/events`.
    ([, path = ""]) => !path.startsWith("/"),
  );
  if (paths.length === 0 && !/`npm run/.test(where)) return ["no file is named"];
  return paths.flatMap(([, path, names = "", link]) => {
    const target = path ?? `docs/${link}`;
    const files = findFiles(target);
    if (files.length === 0) return [`${target} does not exist`];
    const symbols = [...names.matchAll(/`([^`]+)`/g)].map(([, symbol = ""]) => symbol);
    if (symbols.length === 0 && files[0] === target && /\.tsx?$/.test(target)) {
      return [`${target} comes without a name that it contains`];
    }
    const words = new Set(files.flatMap((file) => readSource(file).split(/[^\w-]+/)));
    return symbols
      .filter((symbol) => !words.has(symbol))
      .map((symbol) => `${target} does not contain ${symbol}`);
  });
}

function findFiles(path: string): string[] {
  if (path.endsWith("/")) return sourceFiles.filter((file) => file.startsWith(path));
  if (path.startsWith("*")) return sourceFiles.filter((file) => file.endsWith(path.slice(1)));
  return sourceFiles.filter((file) => file === path);
}

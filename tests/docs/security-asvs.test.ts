import { describe, expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/fences/source-files.ts";

/**
 * The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. They are the first ones of their section, and those of level 3
 * follow, so the numbers result from the count.
 */
const sections = [
  "1.1: 2, 1.2: 9, 1.3: 11, 1.4: 3, 1.5: 2",
  "2.1: 3, 2.2: 3, 2.3: 4, 2.4: 1",
  "3.2: 2, 3.3: 4, 3.4: 6, 3.5: 5, 3.7: 2",
  "4.1: 3, 4.2: 1, 4.3: 2, 4.4: 4",
  "5.1: 1, 5.2: 3, 5.3: 2, 5.4: 3",
  "6.1: 3, 6.2: 12, 6.3: 4, 6.4: 4, 6.5: 5, 6.6: 3, 6.8: 4",
  "7.1: 3, 7.2: 4, 7.3: 2, 7.4: 5, 7.5: 2, 7.6: 2",
  "8.1: 2, 8.2: 3, 8.3: 1, 8.4: 1",
  "9.1: 3, 9.2: 4",
  "10.1: 2, 10.2: 2, 10.3: 4, 10.4: 11, 10.5: 5, 10.6: 2, 10.7: 3",
  "11.1: 2, 11.2: 3, 11.3: 3, 11.4: 4, 11.5: 1, 11.6: 1",
  "12.1: 3, 12.2: 2, 12.3: 4",
  "13.1: 1, 13.2: 5, 13.3: 2, 13.4: 5",
  "14.1: 2, 14.2: 4, 14.3: 3",
  "15.1: 3, 15.2: 3, 15.3: 7",
  "16.1: 1, 16.2: 5, 16.3: 4, 16.4: 3, 16.5: 3",
  "17.1: 1, 17.2: 4, 17.3: 2",
]
  .join(", ")
  .split(", ")
  .map((text) => text.split(": "));

const answers = ["Met", "Not met", "Does not apply", "Does not apply yet"];
const document = readSource("docs/security-asvs.md");

describe("docs/security-asvs.md", () => {
  test("answers each requirement of levels 1 and 2 once, in the order of the standard", () => {
    const numbers = sections.flatMap(([section = "", count]) =>
      Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
    );
    expect(numbers).toHaveLength(253);
    expect(readRows(document).map(({ number }) => number)).toEqual(numbers);
  });

  test("has a valid answer in each row, and an existing file if a requirement is met", () => {
    expect(findMistakes(document)).toEqual([]);
  });

  test("counts its answers correctly", () => {
    expect(readSummary(document)).toEqual(countAnswers(document));
  });
});

describe("planted", () => {
  const row = (number: string, answer: string, where = "–"): string =>
    `| ${number} | something | ${answer} | A sentence. | ${where} |`;

  test.each([
    [row("1.1.1", "Partly"), "1.1.1 has the answer “Partly”"],
    [row("1.1.1", "Met"), "1.1.1 names no file"],
    [row("1.1.1", "Met", "`docs/nothing.md`"), "1.1.1 names docs/nothing.md, which does not exist"],
    ["| 1.1.1 | something | Not met |  | – |", "1.1.1 has no reason"],
  ])("%s is reported", (planted, mistake) => {
    expect(findMistakes(`## V1 Title\n\n${planted}`)).toEqual([mistake]);
  });

  test("a wrong count is found", () => {
    const text = ["## V1 Title", row("1.1.1", "Met"), row("1.1.2", "Does not apply yet")].join("\n");
    expect(countAnswers(text)).toEqual([
      ["V1 Title", 1, 0, 1, 2],
      ["total", 1, 0, 1, 2],
    ]);
    expect(readSummary("## Summary\n\n| V1 Title | 2 | 0 | 0 | 2 |\n\n## V1 Title")).not.toEqual(
      countAnswers(text),
    );
  });
});

type Row = { chapter: string; number: string; answer: string; how: string; where: string };

function readRows(markdown: string): Row[] {
  let chapter = "";
  return markdown.split("\n").flatMap((line) => {
    if (line.startsWith("## ")) chapter = line.slice(3);
    const [, number = "", , answer = "", how = "", where = ""] = line.split("|").map((cell) => cell.trim());
    return /^\d+\.\d+\.\d+$/.test(number) ? [{ chapter, number, answer, how, where }] : [];
  });
}

function findMistakes(markdown: string): string[] {
  return readRows(markdown).flatMap(({ number, answer, how, where }) => {
    if (!answers.includes(answer)) return [`${number} has the answer “${answer}”`];
    if (how === "") return [`${number} has no reason`];
    const files = [...where.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    if (answer === "Met" && files.length === 0) return [`${number} names no file`];
    return files
      .filter((file) => !sourceFiles.includes(file))
      .map((file) => `${number} names ${file}, which does not exist`);
  });
}

type Counts = (string | number)[];

function readSummary(markdown: string): Counts[] {
  const summary = markdown.split("## Summary\n")[1]?.split("\n## ", 1)[0] ?? "";
  return summary.split("\n").flatMap((line) => {
    const [, chapter = "", ...counts] = line.split("|").map((cell) => cell.trim());
    return /^V\d|^total$/.test(chapter) ? [[chapter, ...counts.slice(0, 4).map(Number)]] : [];
  });
}

/** Met, not met, does not apply, and all, for each chapter and in total. */
function countAnswers(markdown: string): Counts[] {
  const rows = readRows(markdown);
  const count = (chapter: string, counted: readonly Row[]): Counts => {
    const of = (answer: string): number => counted.filter((row) => row.answer.startsWith(answer)).length;
    return [chapter, of("Met"), of("Not met"), of("Does not apply"), counted.length];
  };
  const chapters = [...new Set(rows.map(({ chapter }) => chapter))];
  const each = chapters.map((chapter) =>
    count(
      chapter,
      rows.filter((row) => row.chapter === chapter),
    ),
  );
  return [...each, count("total", rows)];
}

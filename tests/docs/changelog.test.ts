import { expect, test } from "vitest";
import { version } from "#package.json";
import { readSource } from "#tests/fences/source-files.ts";

const headings = [...readSource("CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);

test("the changelog starts with the version of the program", () => {
  expect(headings[0]).toContain(`[${version}]`);
});

test("each heading has a version and a date, newest first", () => {
  const found = headings.map((heading) => /^\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)$/.exec(heading));
  expect(found).not.toContain(null);
  const ranks = found.map((match) =>
    (match ?? [])
      .slice(1, 4)
      .map((part) => part.padStart(5, "0"))
      .join("."),
  );
  expect(ranks).toEqual(ranks.toSorted().toReversed());
});

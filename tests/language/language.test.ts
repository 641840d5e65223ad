import { describe, expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/fences/source-files.ts";
import { pendingFiles, type Rejected, rejectedWording } from "./vocabulary.ts";

/** Copy is edited as a whole and contains wording that the specification quotes. Migrations and generated reports are never edited. */
const exempt = /^(content\/|docs\/proof\.md$|docs\/specification\.md$|tests\/language\/)/;

const files = sourceFiles.filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !exempt.test(file));
const isPending = (file: string): boolean => pendingFiles.some((prefix) => file.startsWith(prefix));

describe("wording", () => {
  test("of all edited files follows the language guide", () => {
    const edited = files.filter((file) => !isPending(file));
    expect(edited.length).toBeGreaterThan(100);
    expect(edited.flatMap((file) => findRejected(file, readSource(file)))).toEqual([]);
  });

  test("that is still pending contains a finding for each entry of the list", () => {
    const finished = pendingFiles.filter((prefix) =>
      files
        .filter((file) => file.startsWith(prefix))
        .every((file) => findRejected(file, readSource(file)).length === 0),
    );
    expect(finished).toEqual([]);
  });

  test.each([
    ["// Whoever asks gets an answer.", "Whoever"],
    ['log.warn("letters that nobody wants");', "nobody"],
    ["const mostInHand = 5;", "mostInHand"],
    ["The page is made anew.", "anew"],
    ["It leaves the house by e-mail.", "leaves the house, e-mail"],
  ])("planted: %s", (text, found) => {
    expect(findRejected("planted.ts", text)).toEqual(
      found.split(", ").map((words): unknown => expect.stringContaining(`planted.ts:1 says “${words}”`)),
    );
  });

  test("planted: ordinary wording has no findings", () => {
    expect(findRejected("planted.ts", "// Retries the request automatically, at most five times.")).toEqual(
      [],
    );
  });
});

/** One line for each finding, with the place and the suggestion. */
function findRejected(file: string, text: string): string[] {
  const inText = rejectedWording.filter(({ pattern }) => pattern.test(text));
  if (inText.length === 0) return [];
  return text.split("\n").flatMap((line, index) =>
    inText.flatMap(({ pattern, instead }: Rejected) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${file}:${index + 1} says “${found}”: write ${instead}`];
    }),
  );
}

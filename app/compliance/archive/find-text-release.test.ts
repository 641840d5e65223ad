import { expect, test } from "vitest";
import { findTextRelease } from "./find-text-release.ts";

const release = (textHash: string) => ({ kind: "release", textHash }) as const;
const state = (textHash: string) => ({ kind: "state", textHash }) as const;

test.each([
  ["the first version", [release("a")], 0],
  ["a release with other words", [release("a"), release("b")], 1],
  ["a change of the live event", [release("a"), release("b"), state("c"), state("d")], 1],
  ["a new build with the same words", [release("a"), release("b"), release("b")], 1],
  ["a new build after a change of the live event", [release("a"), state("b"), release("b")], 0],
  ["a page that began with a change of the live event", [state("a"), state("b")], 0],
])("%s has the words of the right release", (_, versions, index) => {
  expect(findTextRelease(versions)).toBe(versions[index]);
});

test("no version has no release", () => {
  expect(findTextRelease([])).toBeUndefined();
});

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
  ["a release after a change of the live event", [state("a"), release("b")], 1],
])("%s has the words of the right release", (_, versions, index) => {
  expect(findTextRelease(versions)).toBe(versions[index]);
});

test.each([
  ["no version", []],
  ["the page of a new live event", [state("a"), state("b")]],
  ["the page of a live event after a new build", [state("a"), release("a")]],
])("%s has no release", (_, versions) => {
  expect(findTextRelease(versions)).toBeUndefined();
});

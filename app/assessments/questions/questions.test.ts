import { describe, expect, test } from "vitest";
import { type Question, questions } from "./questions.ts";

// spec §3, copied: the values that are stored and exported, in the order of their scores.
const specifiedValues = [
  ["q1", "panic", "mostly", "ready"],
  ["q2", "cpa", "talked", "structured"],
  ["q3", "noclue", "discussed", "documented"],
  ["q4", "havent", "family", "mapped"],
  ["q5", "guessed", "estimate", "formal"],
  ["q6", "piece", "good", "ready"],
  ["q7", "taxes", "family", "legacy"],
];

const asked: readonly Question[] = questions;

describe("the questions", () => {
  test("have the specified option values, scored 1, 2, 3 in that order", () => {
    expect(asked.map(({ id, options }) => [id, ...options.map(({ value }) => value)])).toEqual(
      specifiedValues,
    );
    for (const { options } of asked) expect(options.map(({ score }) => score)).toEqual([1, 2, 3]);
  });

  test("give every weak answer about readiness a next move, and no other answer", () => {
    for (const { id, options } of asked) {
      for (const option of options) {
        const isWeak = id !== "q7" && option.score < 3;
        expect(option.nextMove !== undefined, `${id} ${option.value}`).toBe(isWeak);
      }
    }
  });

  test("never use the same words for two answers or two moves", () => {
    const options = asked.flatMap((question) => question.options);
    for (const words of [
      options.map(({ label }) => label),
      options.map(({ meaning }) => meaning),
      options.flatMap(({ nextMove }) => nextMove?.title ?? []),
    ]) {
      expect(new Set(words).size).toBe(words.length);
    }
  });
});

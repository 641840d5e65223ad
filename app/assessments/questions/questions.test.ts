import { describe, expect, test } from "vitest";
import { type Question, questions } from "./questions.ts";

const asked: readonly Question[] = questions;

describe("the questions", () => {
  test("have options that score 1, 2 and 3 in that order", () => {
    for (const { options } of asked) expect(options.map(({ score }) => score)).toEqual([1, 2, 3]);
  });

  test("have priorities from 1 without gaps, except for one preference", () => {
    const priorities = asked.flatMap(({ priority }) => priority ?? []);
    expect(priorities).toHaveLength(asked.length - 1);
    expect(priorities.toSorted((a, b) => a - b)).toEqual(priorities.map((_, index) => index + 1));
  });

  test("have a next move for each weak answer about readiness, and for no other answer", () => {
    for (const { id, priority, options } of asked) {
      for (const option of options) {
        const isWeak = priority !== null && option.score < 3;
        expect(option.nextMove !== undefined, `${id} ${option.value}`).toBe(isWeak);
      }
    }
  });

  test("never repeat the wording of an answer or a move", () => {
    const options = asked.flatMap((question) => question.options);
    for (const wordings of [
      options.map(({ label }) => label),
      options.map(({ meaning }) => meaning),
      options.flatMap(({ nextMove }) => nextMove?.title ?? []),
    ]) {
      expect(new Set(wordings).size).toBe(wordings.length);
    }
  });
});

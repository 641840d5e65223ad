import { describe, expect, test } from "vitest";
import { type Answers, type Question, questions } from "./questions.ts";
import { levelOf, levels, nextMoves, readinessOf, scoreAssessment } from "./score.ts";

const weakest: Answers = {
  q1: "panic",
  q2: "cpa",
  q3: "noclue",
  q4: "havent",
  q5: "guessed",
  q6: "piece",
  q7: "taxes",
};
const strongest: Answers = {
  q1: "ready",
  q2: "structured",
  q3: "documented",
  q4: "mapped",
  q5: "formal",
  q6: "ready",
  q7: "legacy",
};

describe("scoring", () => {
  test("gives 7 for the weakest answers and 21 for the strongest", () => {
    expect(scoreAssessment(weakest)).toEqual({ score: 7, level: "Early Stage" });
    expect(scoreAssessment(strongest)).toEqual({ score: 21, level: "Exit Ready" });
  });

  // spec §9: 10 or less, 11 to 16, 17 or more.
  test.each([
    [7, "Early Stage"],
    [10, "Early Stage"],
    [11, "Making Progress"],
    [16, "Making Progress"],
    [17, "Exit Ready"],
    [21, "Exit Ready"],
  ])("calls a score of %i %s", (score, level) => {
    expect(levelOf(score)).toBe(level);
  });

  test("stays within 7 and 21 for all 2,187 ways to answer, and within the range of its level", () => {
    const seen = new Set<number>();
    for (const answers of everyWayToAnswer()) {
      const { score, level } = scoreAssessment(answers);
      seen.add(score);
      const range = levels.find((each) => each.level === level);
      expect(score).toBeGreaterThanOrEqual(range?.from ?? Infinity);
      expect(score).toBeLessThanOrEqual(range?.to ?? -Infinity);
      expect(score - readinessOf(answers)).toBeGreaterThanOrEqual(1);
      expect(score - readinessOf(answers)).toBeLessThanOrEqual(3);
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, i) => i + 7));
  });

  test("leaves the named worry out of the readiness of 18", () => {
    expect(readinessOf(weakest)).toBe(6);
    expect(readinessOf({ ...weakest, q7: "legacy" })).toBe(6);
    expect(readinessOf(strongest)).toBe(18);
  });

  test("refuses to score an answer that is not among the options", () => {
    // What the types forbid can still be read from a database that somebody edited.
    const broken = { ...weakest, q3: "perhaps" } as unknown as Answers;
    expect(() => scoreAssessment(broken)).toThrow('q3 has no option "perhaps"');
  });
});

describe("next moves", () => {
  test("answer every weak answer, in the order in which we would do them", () => {
    expect(nextMoves(weakest).map(({ title }) => title)).toEqual([
      "Decide who it is for",
      "Ask your CPA three things",
      "Have the company valued as a buyer would",
      "Name who runs it without you",
      "Start with three clean years",
      "Rehearse the first two weeks",
    ]);
  });

  test("begin with the weakest answers, whatever their order of work", () => {
    const answers: Answers = { ...strongest, q4: "family", q1: "panic", q6: "good" };
    expect(nextMoves(answers).map(({ title }) => title)).toEqual([
      "Rehearse the first two weeks",
      "Put figures beside the names",
      "Finish the data room",
    ]);
  });

  test("are none where nothing is weak, even when the worry scores 1", () => {
    expect(nextMoves({ ...strongest, q7: "taxes" })).toEqual([]);
  });
});

function everyWayToAnswer(): Answers[] {
  const asked: readonly Question[] = questions;
  return asked.reduce<Answers[]>(
    (ways, { id, options }) => ways.flatMap((way) => options.map(({ value }) => ({ ...way, [id]: value }))),
    [weakest],
  );
}

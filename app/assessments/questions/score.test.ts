import { describe, expect, test } from "vitest";
import { answersScoring } from "#tests/kit/an-assessment.ts";
import { type Answers, type Question, questions } from "./questions.ts";
import {
  getChosenAnswers,
  getReadiness,
  hasAllAnswers,
  highestScore,
  levels,
  lowestScore,
  nextMoves,
  scoreAssessment,
} from "./score.ts";

const asked: readonly Question[] = questions;
const readinessQuestions = asked.filter(({ priority }) => priority !== null);
const preference = asked.find(({ priority }) => priority === null);

const weakest = answersScoring(1);
const strongest = answersScoring(3);

describe("scoring", () => {
  test("adds one to three points per question", () => {
    expect(scoreAssessment(weakest)).toEqual({ score: lowestScore, level: "Early Stage" });
    expect(scoreAssessment(strongest)).toEqual({ score: highestScore, level: "Exit Ready" });
  });

  test("stays within the range of its level for every combination of answers", () => {
    const seen = new Set<number>();
    for (const answers of everyCombination()) {
      const { score, level } = scoreAssessment(answers);
      seen.add(score);
      const range = levels.find((each) => each.level === level);
      expect(score).toBeGreaterThanOrEqual(range?.from ?? Infinity);
      expect(score).toBeLessThanOrEqual(range?.to ?? -Infinity);
      expect(score - getReadiness(answers)).toBeGreaterThanOrEqual(1);
      expect(score - getReadiness(answers)).toBeLessThanOrEqual(3);
    }
    expect(seen.size).toBe(highestScore - lowestScore + 1);
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([lowestScore, highestScore]);
  });

  test("leaves the preference out of the readiness score", () => {
    expect(getReadiness({ ...weakest, ...choose(preference, 2) })).toBe(getReadiness(weakest));
    expect(getReadiness(weakest)).toBe(readinessQuestions.length);
    expect(getReadiness(strongest)).toBe(readinessQuestions.length * 3);
  });

  test("rejects an answer that is not among the options", () => {
    // The types exclude it, but a row could have been edited in the database.
    const broken = { ...weakest, [questions[0].id]: "perhaps" } as unknown as Answers;
    expect(() => scoreAssessment(broken)).toThrow(`${questions[0].id} has no option "perhaps"`);
  });
});

describe("stored answers to an earlier set of questions", () => {
  const [first, second] = questions;
  const stored = { ...weakest, [first.id]: "", [second.id]: "an option that was removed" };

  test("are omitted where the question or the option did not exist", () => {
    expect(getChosenAnswers(stored).map(({ question }) => question.id)).toEqual(
      questions.slice(2).map(({ id }) => id),
    );
    expect(nextMoves(stored)).toHaveLength(nextMoves(weakest).length - 2);
  });

  test("do not count as complete, so that nothing is said about the missing topics", () => {
    expect([hasAllAnswers(strongest), hasAllAnswers({ ...strongest, [first.id]: "" })]).toEqual([
      true,
      false,
    ]);
  });

  test("are never scored again", () => {
    expect(() => scoreAssessment(stored)).toThrow(`${first.id} has no option ""`);
  });
});

describe("next moves", () => {
  test("cover every weak answer, by priority", () => {
    const byPriority = readinessQuestions.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
    expect(nextMoves(weakest)).toEqual(byPriority.map(({ options }) => options[0].nextMove));
  });

  test("start with the weakest answers, regardless of priority", () => {
    const [first, second, last] = [1, 2, readinessQuestions.length].map((priority) =>
      readinessQuestions.find((question) => question.priority === priority),
    );
    const answers = { ...strongest, ...choose(first, 1), ...choose(second, 1), ...choose(last, 0) };
    expect(nextMoves(answers)).toEqual([
      last?.options[0].nextMove,
      first?.options[1].nextMove,
      second?.options[1].nextMove,
    ]);
  });

  test("are empty without a weak answer, even if the preference scores 1", () => {
    expect(nextMoves({ ...strongest, ...choose(preference, 0) })).toEqual([]);
  });
});

function choose(question: Question | undefined, position: 0 | 1 | 2): Partial<Answers> {
  return question === undefined ? {} : { [question.id]: question.options[position].value };
}

function everyCombination(): Answers[] {
  return asked.reduce<Answers[]>(
    (all, { id, options }) =>
      all.flatMap((answers) => options.map(({ value }) => ({ ...answers, [id]: value }))),
    [weakest],
  );
}

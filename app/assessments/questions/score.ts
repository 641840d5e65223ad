import {
  type AnswerOption,
  type NextMove,
  type Question,
  type QuestionId,
  questionIds,
  questions,
  type StoredAnswers,
} from "./questions.ts";

const minPoints = 1;
const maxPoints = 3;

export const lowestScore = questions.length * minPoints;
export const highestScore = questions.length * maxPoints;

/** The highest score without the question about a preference. */
export const highestReadiness = questions.filter(measuresReadiness).length * maxPoints;

/** Specification section 9: the levels, lowest first, with their score ranges. */
export const levels = [
  { level: "Early Stage", from: lowestScore, to: 10 },
  { level: "Making Progress", from: 11, to: 16 },
  { level: "Exit Ready", from: 17, to: highestScore },
] as const;

export type Level = (typeof levels)[number]["level"];

/** @example describeLevels() // "7–10: Early Stage; 11–16: Making Progress; 17–21: Exit Ready" */
export function describeLevels(): string {
  return levels.map(({ level, from, to }) => `${from}–${to}: ${level}`).join("; ");
}

/** The score of all answers and its level. @throws if a question has no answer, or one that is not among its options */
export function scoreAssessment(answers: StoredAnswers): { score: number; level: Level } {
  const chosen = getChosenAnswers(answers);
  const unanswered = questionIds.find((id) => !chosen.some(({ question }) => question.id === id));
  if (unanswered !== undefined) throw new Error(`${unanswered} has no option "${answers[unanswered]}".`);
  const score = sumScores(chosen);
  return { score, level: findLevel(score) };
}

export function findLevel(score: number): Level {
  return levels.findLast(({ from }) => score >= from)?.level ?? levels[0].level;
}

/** Converts a stored level. @throws if the level does not exist */
export function parseLevel(name: string): Level {
  const found = levels.find(({ level }) => level === name);
  if (found === undefined) throw new Error(`There is no level "${name}".`);
  return found.level;
}

/** The score without the question about a preference, which says nothing about readiness. */
export function getReadiness(answers: StoredAnswers): number {
  return sumScores(getChosenAnswers(answers).filter(({ question }) => measuresReadiness(question)));
}

/** Each question with the chosen option, in the order of the questions. Questions that have none today are omitted. */
export function getChosenAnswers(answers: StoredAnswers): ChosenAnswer[] {
  return questions.flatMap((question: Question & { id: QuestionId }) => {
    const option = question.options.find(({ value }) => value === answers[question.id]);
    return option === undefined ? [] : [{ question, option }];
  });
}

/** Whether every question has an answer that is an option today. Otherwise, nothing is known about some topics. */
export function hasAllAnswers(answers: StoredAnswers): boolean {
  return getChosenAnswers(answers).length === questions.length;
}

export type ChosenAnswer = { question: Question & { id: QuestionId }; option: AnswerOption };

/** How many next moves are shown first. */
export const firstMoves = 3;

/** One move for each weak answer. */
export function nextMoves(answers: StoredAnswers): NextMove[] {
  return weakAnswers(answers).flatMap(({ option }) => option.nextMove ?? []);
}

/** The answers about readiness with less than the most points: the weakest first, and equally weak ones by priority. */
export function weakAnswers(answers: StoredAnswers): ChosenAnswer[] {
  return getChosenAnswers(answers)
    .filter(({ question, option }) => measuresReadiness(question) && option.score < maxPoints)
    .toSorted(
      (a, b) => a.option.score - b.option.score || (a.question.priority ?? 0) - (b.question.priority ?? 0),
    );
}

function measuresReadiness({ priority }: Question): boolean {
  return priority !== null;
}

function sumScores(given: readonly ChosenAnswer[]): number {
  return given.reduce((sum, { option }) => sum + option.score, 0);
}

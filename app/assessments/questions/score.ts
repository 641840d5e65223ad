import {
  type Answers,
  type AnswerOption,
  type NextMove,
  type Question,
  type QuestionId,
  questions,
} from "./questions.ts";

/** Seven answers that count 1 to 3 each. */
export const lowestScore = 7;
export const highestScore = 21;

/** The best score of the six questions about readiness; the seventh asks for a preference. */
export const highestReadiness = 18;

/** spec §9: the levels, lowest first, each with its lowest and its highest score. */
export const levels = [
  { level: "Early Stage", from: lowestScore, to: 10 },
  { level: "Making Progress", from: 11, to: 16 },
  { level: "Exit Ready", from: 17, to: highestScore },
] as const;

export type Level = (typeof levels)[number]["level"];

/** The score of all seven answers, 7 to 21, and its level. */
export function scoreAssessment(answers: Answers): { score: number; level: Level } {
  const score = sumOf(givenAnswers(answers));
  return { score, level: levelOf(score) };
}

export function levelOf(score: number): Level {
  return levels.findLast(({ from }) => score >= from)?.level ?? levels[0].level;
}

/** A level as it was stored. @throws where there is no such level */
export function levelNamed(name: string): Level {
  const found = levels.find(({ level }) => level === name);
  if (found === undefined) throw new Error(`there is no level "${name}"`);
  return found.level;
}

/** The score without the seventh question, 6 to 18: the worry that someone names says nothing about readiness. */
export function readinessOf(answers: Answers): number {
  return sumOf(givenAnswers(answers).filter(({ question }) => question.id !== preference));
}

/** Each question with the option that was chosen, in the order asked. */
export function givenAnswers(answers: Answers): GivenAnswer[] {
  return questions.map((question: Question & { id: QuestionId }) => {
    const option = question.options.find(({ value }) => value === answers[question.id]);
    if (option === undefined) throw new Error(`${question.id} has no option "${answers[question.id]}"`);
    return { question, option };
  });
}

export type GivenAnswer = { question: Question & { id: QuestionId }; option: AnswerOption };

/** As many moves as one begins with. */
export const firstMoves = 3;

/**
 * One move for each weak answer (a score of 1 or 2 on the first six questions): the weakest first, and among equally weak
 * ones in the order in which we would do them.
 */
export function nextMoves(answers: Answers): NextMove[] {
  return givenAnswers(answers)
    .toSorted(
      (a, b) =>
        a.option.score - b.option.score ||
        orderOfWork.indexOf(a.question.id) - orderOfWork.indexOf(b.question.id),
    )
    .flatMap(({ option }) => option.nextMove ?? []);
}

const preference: QuestionId = "q7";

/** What it is for comes before structure, structure before price, price before paper. */
const orderOfWork: readonly QuestionId[] = ["q4", "q2", "q5", "q3", "q6", "q1", preference];

function sumOf(given: readonly GivenAnswer[]): number {
  return given.reduce((sum, { option }) => sum + option.score, 0);
}

import { answersSchema, type AssessmentInput } from "#app/assessments/questions/assessment.schema.ts";
import { type Answers, questions } from "#app/assessments/questions/questions.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";

type Points = 1 | 2 | 3;

/** Answers with these scores, in the order of the questions. Further questions repeat them. */
export function answersScoring(...points: [Points, ...Points[]]): Answers {
  return answersSchema.parse(
    Object.fromEntries(
      questions.map(({ id, options }, index) => {
        const score = points[index % points.length];
        return [id, options.find((option) => option.score === score)?.value];
      }),
    ),
  );
}

/** A complete, valid assessment with the level “Making Progress”. */
export function anAssessment(overrides: Partial<AssessmentInput> = {}): AssessmentInput {
  return {
    name: "Thomas Avery",
    email: "t.avery@example.com",
    phone: "(737) 555-0164",
    ...answersScoring(2, 1, 2, 1, 2, 2, 3),
    ...overrides,
  };
}

/** The score of `anAssessment()`. */
export const { score: assessmentScore } = scoreAssessment(anAssessment());

/** Column names and SQL literals of the lowest-scoring answers, for statements that insert many rows. */
export const sqlAnswers = {
  columns: Object.keys(answersScoring(1)).join(", "),
  values: Object.values(answersScoring(1))
    .map((value) => `'${value}'`)
    .join(", "),
};

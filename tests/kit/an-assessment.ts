import type { AssessmentInput } from "#app/assessments/questions/assessment.schema.ts";

/** A whole valid submission of the assessment, which scores 13: Making Progress. */
export function anAssessment(overrides: Partial<AssessmentInput> = {}): AssessmentInput {
  return {
    name: "Thomas Avery",
    email: "t.avery@example.com",
    phone: "(737) 555-0164",
    q1: "mostly",
    q2: "cpa",
    q3: "discussed",
    q4: "havent",
    q5: "estimate",
    q6: "good",
    q7: "legacy",
    ...overrides,
  };
}

import type { AssessmentField } from "#app/assessments/questions/assessment.schema.ts";
import { questions } from "#app/assessments/questions/questions.ts";

/** The steps in order, as they stand in the address: contact details, then one per question. */
export const stepIds: readonly [string, ...string[]] = ["about-you", ...questions.map(({ id }) => id)];

export const lastStep = stepIds.length - 1;

const contactFields: readonly AssessmentField[] = ["name", "phone", "email"];

/** The fields that a step asks for. */
export function fieldsOf(step: number): readonly AssessmentField[] {
  if (step === 0) return contactFields;
  const question = questions[step - 1];
  return question === undefined ? [] : [question.id];
}

/** The step that a form shows which came back: where something is to be mended, or where it is sent again. */
export function stepToStartAt(found: {
  errors?: Partial<Record<AssessmentField, string>>;
  notice?: object;
}): number {
  const { errors = {}, notice } = found;
  return notice !== undefined && Object.keys(errors).length === 0 ? lastStep : firstStepToMend(errors);
}

/** The first step with an error; the first of all where there is none. */
export function firstStepToMend(errors: Partial<Record<AssessmentField, string>>): number {
  const step = stepIds.findIndex((_, index) => fieldsOf(index).some((field) => errors[field] !== undefined));
  return Math.max(step, 0);
}

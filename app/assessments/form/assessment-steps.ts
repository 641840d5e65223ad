import type { Notice } from "#app/assessments/questions/assessment.messages.ts";
import type { AssessmentField } from "#app/assessments/questions/assessment.schema.ts";
import { questionIds } from "#app/assessments/questions/questions.ts";

/** The steps in order, as the URL's fragment names them: contact details, then one step per question. */
export const stepIds: readonly [string, ...string[]] = ["about-you", ...questionIds];

export const lastStep = stepIds.length - 1;

const contactFields: readonly AssessmentField[] = ["name", "phone", "email"];

export function getStepFields(step: number): readonly AssessmentField[] {
  if (step === 0) return contactFields;
  const id = questionIds[step - 1];
  return id === undefined ? [] : [id];
}

export type Errors = Partial<Record<AssessmentField, string>>;

/** The validation errors of the form: one message per field, and one for the whole form. */
export type Findings = { errors?: Errors; notice?: Notice };

/** The step that a rejected form displays: the first one with an error, or the last one if the form only has to be resent. */
export function findStartStep({ errors = {}, notice }: Findings): number {
  return notice !== undefined && Object.keys(errors).length === 0 ? lastStep : findFirstInvalidStep(errors);
}

/** @returns the first step with an error, or the first step if there is none */
export function findFirstInvalidStep(errors: Errors): number {
  const step = stepIds.findIndex((_, index) =>
    getStepFields(index).some((field) => errors[field] !== undefined),
  );
  return Math.max(step, 0);
}

/** Removes the errors of changed fields. The notice disappears with the last error. */
export function withoutErrors({ errors = {}, notice }: Findings, changed: readonly string[]): Findings {
  const remaining: Errors = Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field)),
  );
  const keepsNotice = notice !== undefined && Object.keys(remaining).length > 0;
  return { errors: remaining, ...(keepsNotice && { notice }) };
}

import type { AssessmentField } from "#app/assessments/questions/assessment.schema.ts";
import type { Notice } from "#app/assessments/questions/assessment.messages.ts";

export type Errors = Partial<Record<AssessmentField, string>>;

/** The validation errors of the form: one message per field, and one for the whole form. */
export type Findings = { errors?: Errors; notice?: Notice };

/** Removes the errors of changed fields. The notice disappears with the last error. */
export function withoutErrors({ errors = {}, notice }: Findings, changed: readonly string[]): Findings {
  const left: Errors = Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field)),
  );
  const stays = Object.keys(left).length > 0;
  return { errors: left, ...(notice === undefined || !stays ? {} : { notice }) };
}

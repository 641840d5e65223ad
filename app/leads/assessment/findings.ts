import type { AssessmentField } from "./assessment.schema.ts";
import type { Question } from "#app/leads/submission/submission-fields.ts";
import type { Notice } from "./assessment.messages.ts";

export type Errors = Partial<Record<AssessmentField, string>>;

/** What is wrong with the form as it stands: a sentence per field, one about the whole, and what is asked of its sender. */
export type Findings = { errors?: Errors; notice?: Notice; question?: Question | undefined };

/** The findings once some fields have been changed. What is said of the whole goes with the last error, and stays beside a question. */
export function withoutErrors(
  { errors = {}, notice, ...others }: Findings,
  changed: readonly string[],
): Findings {
  const left: Errors = Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field)),
  );
  const stays = Object.keys(left).length > 0 || others.question !== undefined;
  return { ...others, errors: left, ...(notice === undefined || !stays ? {} : { notice }) };
}

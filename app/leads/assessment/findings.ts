import type { AssessmentField } from "./assessment.schema.ts";
import type { Notice } from "./assessment.messages.ts";

export type Errors = Partial<Record<AssessmentField, string>>;

/** What is wrong with the form as it stands: a sentence per field, and one about the whole. */
export type Findings = { errors?: Errors; notice?: Notice };

/** The findings once some fields have been changed. The notice goes with the last error. */
export function withoutErrors({ errors = {}, notice }: Findings, changed: readonly string[]): Findings {
  const left: Errors = Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field)),
  );
  const stays = Object.keys(left).length > 0;
  return { errors: left, ...(notice === undefined || !stays ? {} : { notice }) };
}

import * as z from "zod/mini";
import { contactFields } from "#app/intake/form/contact.schema.ts";
import { assessmentFieldMessages, assessmentNotices, type Notice } from "./assessment.messages.ts";
import { type Answers, type QuestionId, questions } from "./questions.ts";

const answerFields = Object.fromEntries(
  questions.map(({ id, options }) => [
    id,
    z.enum(
      options.map(({ value }) => value),
      { error: assessmentFieldMessages.unanswered },
    ),
  ]),
) as unknown as { [Id in QuestionId]: z.ZodMiniType<Answers[Id], Answers[Id]> }; // the type of fromEntries does not relate options to ids

/** The answers alone. */
export const answersSchema = z.object(answerFields);

/** Contact details and answers. Other fields, such as a score, are dropped, because the server computes the score. */
export const assessmentSchema = z.object({ ...contactFields, ...answerFields });

export type AssessmentInput = z.infer<typeof assessmentSchema>;
export type AssessmentField = keyof AssessmentInput;

/** The notice above a rejected form: a field is missing (specification section 5), or a value is invalid. */
export function rejectionNotice(
  values: Partial<Record<AssessmentField, string>>,
  fieldErrors: Partial<Record<AssessmentField, string>>,
): Notice {
  const fields = Object.keys(assessmentSchema.shape) as AssessmentField[]; // the schema's own keys
  const isMissing = fields.some((field) => fieldErrors[field] !== undefined && !values[field]?.trim());
  return isMissing ? assessmentNotices.incomplete : assessmentNotices.invalid;
}

import * as z from "zod/mini";
import { contactFields } from "#app/intake/form/contact.schema.ts";
import { assessmentFieldMessages, assessmentNotices, type Notice } from "./assessment.messages.ts";
import { questions } from "./questions.ts";

const [q1, q2, q3, q4, q5, q6, q7] = questions;

const answerFields = {
  q1: answerTo(q1.options),
  q2: answerTo(q2.options),
  q3: answerTo(q3.options),
  q4: answerTo(q4.options),
  q5: answerTo(q5.options),
  q6: answerTo(q6.options),
  q7: answerTo(q7.options),
};

/** The seven answers alone, as they are read back from what was stored. */
export const answersSchema = z.object(answerFields);

/**
 * The assessment as it is sent: contact details and seven answers. Browser, form and JSON endpoint all read it with this.
 * Whatever else is sent (a score, a level) is dropped: the server scores.
 */
export const assessmentSchema = z.object({ ...contactFields, ...answerFields });

export type AssessmentInput = z.infer<typeof assessmentSchema>;
export type AssessmentField = keyof AssessmentInput;

/**
 * What to say above a form that was not accepted: something is missing (spec §5), or else something is wrong.
 * @param values what was typed, by field
 */
export function refusalNotice(
  values: Partial<Record<AssessmentField, string>>,
  fieldErrors: Partial<Record<AssessmentField, string>>,
): Notice {
  const fields = Object.keys(assessmentSchema.shape) as AssessmentField[]; // the schema's own keys
  const isMissing = fields.some((field) => fieldErrors[field] !== undefined && !values[field]?.trim());
  return isMissing ? assessmentNotices.incomplete : assessmentNotices.invalid;
}

function answerTo<Value extends string>(options: readonly { readonly value: Value }[]) {
  return z.enum(
    options.map(({ value }) => value),
    { error: assessmentFieldMessages.unanswered },
  );
}

import { Field } from "#app/ui/field.tsx";
import { questionMessages, trapLabel } from "./submission.messages.ts";
import { submissionFieldNames, type SubmissionFieldsState } from "./submission-fields.ts";
import "./submission-fields.css";

/** What tells people from programs: nothing to see, as a rule; a question where there is doubt. */
export function PersonCheck({ formToken, question }: Pick<SubmissionFieldsState, "formToken" | "question">) {
  const { trap, token, answer, question: asked } = submissionFieldNames;
  return (
    <>
      <input type="hidden" name={token} value={formToken} />
      <div className="trap" aria-hidden="true">
        <label>
          {trapLabel}
          <input name={trap} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {question === undefined ? null : (
        <div className="person-question">
          <input type="hidden" name={asked} value={question.token} />
          <Field
            // Another question is another field: what was typed for the last one is no answer.
            key={question.token}
            label={questionMessages.label(question.word)}
            hint={questionMessages.hint}
            error={question.isAgain ? questionMessages.wrong : undefined}
            name={answer}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      )}
    </>
  );
}

import { trapLabel } from "./submission.messages.ts";
import { submissionFieldNames, type SubmissionFieldsState } from "./submission-fields.ts";
import "./submission-fields.css";

/** The form token and the honeypot field, which are invisible to people. */
export function HiddenFields({ formToken }: Pick<SubmissionFieldsState, "formToken">) {
  const { honeypot, token } = submissionFieldNames;
  return (
    <>
      <input type="hidden" name={token} value={formToken} />
      <div className="trap" aria-hidden="true">
        <label>
          {trapLabel}
          <input name={honeypot} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

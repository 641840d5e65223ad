import { practice } from "#content/practice.ts";
import { consentWordings, currentConsentVersion } from "#content/consent.ts";
import { submissionFieldNames, ticked, type SubmissionFieldsState } from "./submission-fields.ts";
import "./submission-fields.css";

/** One unchecked box per channel. No form requires them. */
export function ConsentBoxes({ consent }: Pick<SubmissionFieldsState, "consent">) {
  const { legend, email, phone, note } = consentWordings[currentConsentVersion];
  const { consentWording, byEmail, byPhone } = submissionFieldNames;
  return (
    <fieldset className="consent">
      <legend>{legend}</legend>
      <input type="hidden" name={consentWording} value={currentConsentVersion} />
      <Box name={byEmail} label={namedFirm(email)} isTicked={consent?.byEmail} />
      <Box name={byPhone} label={namedFirm(phone)} isTicked={consent?.byPhone} />
      <p className="small soft">{note}</p>
    </fieldset>
  );
}

/** Consent wording with the firm's name filled in. */
export function namedFirm(words: string): string {
  return words.replace("{firmName}", practice.firmName);
}

function Box({ name, label, isTicked }: { name: string; label: string; isTicked: boolean | undefined }) {
  return (
    <label>
      <input type="checkbox" name={name} value={ticked} defaultChecked={isTicked ?? false} />
      <span>{label}</span>
    </label>
  );
}

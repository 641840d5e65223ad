import { practice } from "#content/practice.ts";
import { consentWordings, currentConsentVersion } from "#content/consent.ts";
import { submissionFieldNames, checked, type SubmissionFieldsState } from "./submission-fields.ts";
import "./submission-fields.css";

/** One unchecked box per channel. No form requires them. */
export function ConsentBoxes({ consent }: Pick<SubmissionFieldsState, "consent">) {
  const { legend, email, phone, note } = consentWordings[currentConsentVersion];
  const { consentWording, byEmail, byPhone } = submissionFieldNames;
  return (
    <fieldset className="consent">
      <legend>{legend}</legend>
      <input type="hidden" name={consentWording} value={currentConsentVersion} />
      <Box name={byEmail} label={namedFirm(email)} isChecked={consent?.byEmail} />
      <Box name={byPhone} label={namedFirm(phone)} isChecked={consent?.byPhone} />
      <p className="small soft">{note}</p>
    </fieldset>
  );
}

/** Consent wording with the firm's name filled in. */
export function namedFirm(words: string): string {
  return words.replace("{firmName}", practice.firmName);
}

function Box({ name, label, isChecked }: { name: string; label: string; isChecked: boolean | undefined }) {
  return (
    <label>
      <input type="checkbox" name={name} value={checked} defaultChecked={isChecked ?? false} />
      <span>{label}</span>
    </label>
  );
}

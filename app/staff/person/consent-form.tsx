import { Form, useLocation } from "react-router";
import {
  type Channel,
  channels,
  givenTexts,
  withdrawnTexts,
} from "#app/people/profile/consent-channels.messages.ts";
import { useOpened } from "#app/staff/session/use-opened.ts";
import { errorWiring, FieldError } from "#app/ui/fields/field.tsx";
import { personTexts } from "./person.messages.ts";

/** Form field names. `displayed` is the version of the consent that the page displayed (`getConsentVersion`). */
export const consentFields = { channel: "channel", change: "change", displayed: "displayed" } as const;

export type ConsentChange = "withdraw" | "give";

/** The form after a refusal. */
export type ConsentDraft = { change: ConsentChange; chosen: readonly Channel[]; error: string };

const texts: Record<ConsentChange, { hint: string; channels: Record<Channel, string> }> = {
  withdraw: { hint: personTexts.withdrawHint, channels: withdrawnTexts },
  give: { hint: personTexts.giveHint, channels: givenTexts },
};

/**
 * Records that a person opted out or asked to be contacted again.
 * @param current.displayed the version of the consent on the page
 * @param current.draft the form after a refusal
 */
export function ConsentForm({
  change,
  ...current
}: {
  change: ConsentChange;
  displayed: string;
  draft: ConsentDraft | undefined;
}) {
  const { key } = useLocation();
  const response = `${current.displayed} ${current.draft === undefined ? "" : key}`;
  const { opened, formKey } = useOpened(current, response);
  const { displayed, draft } = opened;
  const error = draft?.error;
  const { channel: field } = consentFields;
  const id = `${change}-${field}`;
  return (
    <details className="consent-form" open={error !== undefined} key={formKey}>
      <summary className="btn">{personTexts[change]}</summary>
      <Form method="post" className="sheet" data-draft={change}>
        <p className="soft">{texts[change].hint}</p>
        <input type="hidden" name={consentFields.change} value={change} />
        <input type="hidden" name={consentFields.displayed} value={displayed} />
        <fieldset {...errorWiring(id, error)}>
          <legend className="unseen">{personTexts[change]}</legend>
          {channels.map((channel, at) => (
            <label className="box" key={channel}>
              <input
                type="checkbox"
                name={field}
                value={channel}
                defaultChecked={draft?.chosen.includes(channel) ?? false}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page responds to a submitted form, and the error is in this field
                autoFocus={error !== undefined && at === 0}
              />
              {texts[change].channels[channel]}
            </label>
          ))}
          <FieldError name={id} message={error} />
        </fieldset>
        <button type="submit" className="btn">
          {personTexts.save}
        </button>
      </Form>
    </details>
  );
}

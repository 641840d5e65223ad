import { Form, Link } from "react-router";
import type {
  MessageAudience,
  MessageField,
  MessageTemplateKey,
} from "#app/events/messages/message-templates.ts";
import { audienceNames, fieldTexts } from "#app/events/messages/message.messages.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { errorWiring, Field, FieldError } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { maximumLength } from "#app/platform/limits.ts";
import { messageTexts } from "./event-messages.messages.ts";
import {
  audienceField,
  type MessageDraft,
  type MessageValues,
  repeatsField,
  templateField,
} from "./message-values.ts";

/** A group, as the form displays it. */
export type AudienceChoice = { audience: MessageAudience; count: number; isOffered: boolean };

/** What the form for a template contains. */
export type FormOfTemplate = {
  template: MessageTemplateKey;
  fields: readonly { name: MessageField; isRequired: boolean }[];
  audiences: readonly AudienceChoice[];
  /** Whether people who have received the message are left out unless staff choose otherwise. */
  isOnce: boolean;
  /** “Title, Jan 21, 2027” for an invitation. */
  invitedTo: string | undefined;
  /** The number of people without recorded attendance, if a group depends on it. */
  unrecorded: number;
};

/** The form for a message. Its values are stored for the preview, and nothing is sent. */
export function MessageForm({
  form: { template, fields, audiences, isOnce, invitedTo, unrecorded },
  values,
  errors,
  back,
}: {
  form: FormOfTemplate;
  values: MessageValues;
  errors: MessageDraft["errors"];
  back: string;
}) {
  const firstInvalid = Object.keys(errors)[0];
  return (
    <Form method="post" className="sheet message-form" data-draft={`message ${template}`}>
      <input type="hidden" name={templateField} value={template} />
      <Audiences audiences={audiences} chosen={values.audience} error={errors[audienceField]} />
      {unrecorded === 0 ? null : <p className="soft small">{messageTexts.unrecorded(unrecorded)}</p>}
      {invitedTo === undefined ? null : (
        <p>
          {messageTexts.invitedTo} {invitedTo}
        </p>
      )}
      {fields.map(({ name, isRequired }) => (
        <TemplateField
          key={name}
          name={name}
          isRequired={isRequired}
          value={values.fields[name]}
          error={errors[name]}
          takesFocus={name === firstInvalid}
        />
      ))}
      {isOnce ? (
        <label className="box">
          <input type="checkbox" name={repeatsField} value="yes" defaultChecked={values.repeats} />
          {messageTexts.repeats}
        </label>
      ) : null}
      <div className="acts">
        <button type="submit" className="btn press">
          {messageTexts.preview}
        </button>
        <Link className="btn quiet" to={back}>
          {messageTexts.other}
        </Link>
      </div>
    </Form>
  );
}

function Audiences({
  audiences,
  chosen,
  error,
}: {
  audiences: readonly AudienceChoice[];
  chosen: MessageAudience | undefined;
  error: string | undefined;
}) {
  const offered = audiences.filter(({ isOffered }) => isOffered);
  // A group without a choice is chosen already.
  const selected = chosen ?? (offered.length === 1 ? offered[0]?.audience : undefined);
  return (
    <fieldset className="audiences" {...errorWiring(audienceField, error)}>
      <legend>{messageTexts.to}</legend>
      {audiences.map(({ audience, count, isOffered }) => (
        <label className="box" key={audience}>
          <input
            type="radio"
            name={audienceField}
            value={audience}
            defaultChecked={isOffered && audience === selected}
            disabled={!isOffered}
            required
          />
          <span className={isOffered ? undefined : "soft"}>{audienceNames[audience]}</span>
          <span className="num soft">{isOffered ? count.toLocaleString("en-US") : messageTexts.notYet}</span>
        </label>
      ))}
      <FieldError name={audienceField} message={error} />
    </fieldset>
  );
}

function TemplateField({
  name,
  isRequired,
  value,
  error,
  takesFocus,
}: {
  name: MessageField;
  isRequired: boolean;
  value: string | undefined;
  error: string | undefined;
  takesFocus: boolean;
}) {
  const { label, hint } = fieldTexts[name];
  const props = {
    name,
    label: isRequired ? label : `${label} (optional)`,
    ...(hint === undefined ? {} : { hint }),
    defaultValue: value,
    required: isRequired,
    autoComplete: "off",
    ...(takesFocus ? fieldError(error) : { error }),
  };
  return name === "paragraph" ? (
    <TextAreaField {...props} rows={6} maxLength={maximumLength.eventMessage} />
  ) : (
    <Field {...props} type="url" inputMode="url" maxLength={maximumLength.url} />
  );
}

import { type ComponentProps, type ReactNode, useState } from "react";
import { ConsentBoxes } from "#app/intake/form/consent-boxes.tsx";
import { HiddenFields } from "#app/intake/form/hidden-fields.tsx";
import type { SubmissionFieldsState } from "#app/intake/form/submission-fields.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { Message } from "#app/ui/fields/message.tsx";
import { NameField, OptionalFields } from "#app/events/signup/detail-fields.tsx";
import type { EventSignupField } from "#app/events/signup/event-signup.schema.ts";
import { type Notice, submitLabel, submittingLabel } from "#app/events/signup/event-signup.messages.ts";
import "./event-signup-form.css";

export type FieldErrors = Partial<Record<EventSignupField, string>>;

/** The validation errors of the form: one message per field, and one for the whole form. */
export type Findings = { errors?: FieldErrors; notice?: Notice };

/** The state of the form, from the server to the browser, also after a rejected submission. */
export type EventSignupFormState = Findings &
  SubmissionFieldsState & {
    values?: Partial<Record<EventSignupField, string>>;
    /** Without an event to sign up for, the form requests the next date. */
    isForNextDate?: boolean;
  };

/** What the page passes to the form and to its island. */
export type EventSignupFormContent = EventSignupFormState & {
  /** From `content/live-event.ts`: what arrives by email, and the label of the optional fields. */
  copy: { promise: string; moreFields: string };
  /** The page that the form is posted to. */
  path: string;
  /** The event to sign up for; undefined if the form requests the next date. */
  eventId?: string;
  /** Whether there are other events, so that the confirmation page is about this one. */
  hasOthers?: boolean;
};

type EventSignupFormProps = EventSignupFormContent & {
  isSubmitting?: boolean;
  /** Event handlers of the hydrated form. */
  form?: ComponentProps<"form">;
};

/**
 * The fields of specification section 2, with the same markup with and without scripting. The optional fields are a closed part above the
 * button, so that the button ends the form and is on the first screen. The consent boxes follow the phone field that their wording refers to.
 */
export function EventSignupForm({
  values = {},
  errors = {},
  notice,
  formToken,
  consent,
  isForNextDate = false,
  isSubmitting = false,
  copy,
  path,
  eventId,
  form,
}: EventSignupFormProps) {
  const getState = <Name extends EventSignupField>(name: Name) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <form className="signup" method="post" action={path} {...form}>
      {notice === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripting, the page is reloaded and the form is far down
        <Message bad autoFocus {...notice} />
      )}
      <HiddenFields formToken={formToken} />
      {eventId === undefined ? null : <input type="hidden" name="eventId" value={eventId} />}
      <NameField getState={getState} />
      <Field label="Email" {...getState("email")} type="email" autoComplete="email" required />
      <OptionalPart
        label={copy.moreFields}
        isFilled={hasOptionalEntry({ values, consent })}
        hasError={optionalFields.some((name) => errors[name] !== undefined)}
      >
        <OptionalFields getState={getState} isForNextDate={isForNextDate} />
        <ConsentBoxes consent={consent} />
      </OptionalPart>
      <p className="send">
        <button className="btn press" type="submit" aria-disabled={isSubmitting}>
          {isSubmitting ? submittingLabel : submitLabel}
        </button>
      </p>
      <p className="promise soft">{copy.promise}</p>
    </form>
  );
}

const optionalFields = ["phone", "questions", "topics"] as const satisfies readonly EventSignupField[];

function hasOptionalEntry({
  values = {},
  consent,
}: Pick<EventSignupFormState, "values" | "consent">): boolean {
  const isConsenting = consent !== undefined && (consent.byEmail || consent.byPhone);
  return isConsenting || optionalFields.some((name) => (values[name] ?? "") !== "");
}

/**
 * Closed until it is opened, filled in, or contains an error. Browsers also submit the fields of closed details, among them the version of the
 * consent wording. A box is never checked without having been seen.
 */
function OptionalPart({
  label,
  isFilled,
  hasError,
  children,
}: {
  label: string;
  isFilled: boolean;
  hasError: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isFilled || hasError);
  if (hasError && !isOpen) setOpen(true);
  return (
    <details className="more-fields" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

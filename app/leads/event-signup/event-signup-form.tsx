import type { ComponentProps } from "react";
import { pages } from "#app/pages/registry.ts";
import { Field } from "#app/ui/field.tsx";
import { Message } from "#app/ui/message.tsx";
import { TextAreaField } from "#app/ui/text-area-field.tsx";
import type { EventSignupField } from "./event-signup.schema.ts";
import {
  minimumNameLength,
  type Notice,
  questionsHints,
  submitLabel,
  submittingLabel,
} from "./event-signup.messages.ts";

export type FieldErrors = Partial<Record<EventSignupField, string>>;

/** What is wrong with the form as it stands: a sentence per field, and one about the whole. */
export type Findings = { errors?: FieldErrors; notice?: Notice };

/** What the server hands to the browser, and back to a form that it did not accept. */
export type EventSignupFormState = Findings & {
  values?: Partial<Record<EventSignupField, string>>;
  /** There is no event to sign up for: it takes the wish to be told the next date. */
  isForNextDate?: boolean;
};

type EventSignupFormProps = EventSignupFormState & {
  isSubmitting?: boolean;
  /** Event handlers, where the form is alive. */
  form?: ComponentProps<"form">;
};

/** The fields of specification section 2, in its order. The same markup with scripting and without. */
export function EventSignupForm({
  values = {},
  errors = {},
  notice,
  isForNextDate = false,
  isSubmitting = false,
  form,
}: EventSignupFormProps) {
  const of = (name: EventSignupField) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <form className="signup" method="post" action={pages.eventSignup.path} {...form}>
      {notice === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripting this page answers a press far down on it
        <Message bad autoFocus {...notice} />
      )}
      <Field label="Full name" {...of("name")} autoComplete="name" required minLength={minimumNameLength} />
      <Field label="Email" {...of("email")} type="email" autoComplete="email" required />
      <Field
        label="Phone (optional)"
        hint="Only if you would like us to call"
        {...of("phone")}
        type="tel"
        autoComplete="tel"
      />
      <TextAreaField
        label="Questions (optional)"
        hint={isForNextDate ? questionsHints.nextDate : questionsHints.event}
        rows={3}
        {...of("questions")}
      />
      <TextAreaField
        label="Topics (optional)"
        hint="What you would like to hear about"
        rows={2}
        {...of("topics")}
      />
      <button className="btn press" type="submit" aria-disabled={isSubmitting}>
        {isSubmitting ? submittingLabel : submitLabel}
      </button>
    </form>
  );
}

import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import type { EventSignupField } from "./event-signup.schema.ts";
import { minimumNameLength, questionsHints } from "./event-signup.messages.ts";

/** The value and the error of a field. */
type FieldState<Name extends EventSignupField> = {
  name: Name;
  defaultValue: string | undefined;
  error: string | undefined;
};

type GetFieldState<Name extends EventSignupField> = (name: Name) => FieldState<Name>;

/** The name field, in the sign-up form and on the attendee page. */
export function NameField({ getState }: { getState: GetFieldState<"name"> }) {
  return (
    <Field
      label="Full name"
      {...getState("name")}
      autoComplete="name"
      required
      minLength={minimumNameLength}
    />
  );
}

/** The phone, and what the attendee would like to ask and to hear about. */
export function OptionalFields({
  getState,
  isForNextDate,
}: {
  getState: GetFieldState<"phone" | "questions" | "topics">;
  isForNextDate: boolean;
}) {
  return (
    <>
      <Field
        label="Phone (optional)"
        hint="For questions about your seat"
        {...getState("phone")}
        type="tel"
        autoComplete="tel"
      />
      <TextAreaField
        label="Questions (optional)"
        hint={isForNextDate ? questionsHints.nextDate : questionsHints.event}
        rows={3}
        {...getState("questions")}
      />
      <TextAreaField
        label="Topics (optional)"
        hint="What you would like to hear about"
        rows={2}
        {...getState("topics")}
      />
    </>
  );
}

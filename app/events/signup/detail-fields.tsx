import { Field } from "#app/ui/field.tsx";
import { TextAreaField } from "#app/ui/text-area-field.tsx";
import type { EventSignupField } from "./event-signup.schema.ts";
import { minimumNameLength, questionsHints } from "./event-signup.messages.ts";

/** What a field holds, and what is wrong with it. */
type FieldState<Name extends EventSignupField> = {
  name: Name;
  defaultValue: string | undefined;
  error: string | undefined;
};

/** Tells the state of a field by its name. */
type States<Name extends EventSignupField> = (name: Name) => FieldState<Name>;

/** The name, as the sign-up asks for it and as it is changed later. */
export function NameField({ of }: { of: States<"name"> }) {
  return (
    <Field label="Full name" {...of("name")} autoComplete="name" required minLength={minimumNameLength} />
  );
}

/** What may be left out, as the sign-up asks for it and as it is changed later. */
export function OptionalFields({
  of,
  isForNextDate,
}: {
  of: States<"phone" | "questions" | "topics">;
  isForNextDate: boolean;
}) {
  return (
    <>
      <Field
        label="Phone (optional)"
        hint="For questions about your seat"
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
    </>
  );
}

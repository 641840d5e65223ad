import { maximumLength } from "#app/platform/limits.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { authenticatorTexts } from "./authenticator.messages.ts";

type FieldProps = { error: string | undefined };

/** Field for the name of an account. */
export function NameField({ error, defaultValue }: FieldProps & { defaultValue: string | undefined }) {
  return (
    <Field
      label="Name"
      name="name"
      autoComplete="name"
      required
      maxLength={maximumLength.name}
      defaultValue={defaultValue}
      {...fieldError(error)}
    />
  );
}

/** Field for the first code of an authenticator app. */
export function AuthenticatorCodeField({ error }: FieldProps) {
  return (
    <Field
      label={authenticatorTexts.code}
      hint={authenticatorTexts.codeHint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={12}
      {...fieldError(error)}
    />
  );
}

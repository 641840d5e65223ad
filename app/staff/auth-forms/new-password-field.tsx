import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { fieldError } from "#app/ui/field-error.ts";
import { PasswordField } from "./password-field.tsx";
import { passwordMessages } from "./passwords.messages.ts";

/** Field for a new password of an account with a role. */
export function NewPasswordField({
  error,
  ...named
}: {
  label?: string;
  name?: string;
  error: string | undefined;
}) {
  return (
    <PasswordField
      {...named}
      hint={passwordMessages.hint}
      autoComplete="new-password"
      minLength={passwordLength.minimum}
      maxLength={passwordLength.maximum}
      {...fieldError(error)}
    />
  );
}

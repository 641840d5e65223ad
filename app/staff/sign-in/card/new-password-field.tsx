import { passwordLength } from "#app/identity/password-length.ts";
import { fieldError } from "./field-error.ts";
import { PasswordField } from "./password-field.tsx";
import { signInTexts } from "#app/staff/sign-in/sign-in.messages.ts";

/** A password that somebody chooses for themselves (specification section 5). */
export function NewPasswordField({ id, error }: { id?: string; error: string | undefined }) {
  return (
    <PasswordField
      {...(id !== undefined && { id })}
      placeholder={signInTexts.newPasswordPlaceholder}
      autoComplete="new-password"
      minLength={passwordLength.chosenMinimum}
      maxLength={passwordLength.maximum}
      {...fieldError(error)}
    />
  );
}

import * as z from "zod/mini";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { contactFields } from "#app/intake/form/contact.schema.ts";
import { passwordMessages } from "./credentials.messages.ts";

/** Specification section 5: sign-in requires both fields. */
export const signInSchema = z.object({ email: contactFields.email, password: currentPassword() });

/** Specification section 5: the minimum length at sign-up. */
export const signUpSchema = z.object({
  email: contactFields.email,
  password: newPassword(passwordLength.chosenMinimum),
});

export const emailSchema = z.object({ email: contactFields.email });

/** An account that has a role from the start: through the setup link or from the command line. */
export const newAccountSchema = z.object({
  name: contactFields.name,
  email: contactFields.email,
  password: newPassword(passwordLength.minimum),
});

/** An account created through an invitation, which contains the email address. */
export const invitationSchema = z.object({
  name: contactFields.name,
  password: newPassword(passwordLength.minimum),
});

export const newPasswordSchema = z.object({ password: newPassword(passwordLength.minimum) });

export const passwordSchema = z.object({ password: currentPassword() });

export const passwordChangeSchema = z.object({
  currentPassword: currentPassword(),
  newPassword: newPassword(passwordLength.minimum),
});

/** An existing password is only compared, so there is no minimum length. */
function currentPassword() {
  return z
    .string({ error: passwordMessages.missing })
    .check(
      z.minLength(1, { error: passwordMessages.missing, abort: true }),
      z.maxLength(passwordLength.maximum, { error: passwordMessages.tooLong }),
    );
}

/** The server also compares a new password with its list of common passwords. */
function newPassword(minimum: number) {
  return z
    .string({ error: passwordMessages.missing })
    .check(
      z.minLength(1, { error: passwordMessages.missing, abort: true }),
      z.minLength(minimum, { error: passwordMessages.tooShort(minimum) }),
      z.maxLength(passwordLength.maximum, { error: passwordMessages.tooLong }),
    );
}

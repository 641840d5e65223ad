import * as z from "zod/mini";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { contactFields } from "#app/intake/form/contact.schema.ts";
import { passwordMessages } from "#app/staff/auth-forms/passwords.messages.ts";

/** Specification section 5, "Sign-in": both are required. */
export const signInSchema = z.object({ email: contactFields.email, password: somePassword() });

/** Specification section 5: a sign-up, and what else asks for an address alone. */
export const signUpSchema = z.object({
  email: contactFields.email,
  password: newPassword(passwordLength.chosenMinimum),
});

export const addressSchema = z.object({ email: contactFields.email });

/** What a new account needs that opens everything at once, whether it comes through the set-up link or the shell. */
export const newAccountSchema = z.object({
  name: contactFields.name,
  email: contactFields.email,
  password: newPassword(passwordLength.minimum),
});

/** What an account needs that comes through an invitation; its address is known. */
export const invitationSchema = z.object({
  name: contactFields.name,
  password: newPassword(passwordLength.minimum),
});

export const newPasswordSchema = z.object({ password: newPassword(passwordLength.minimum) });

export const passwordSchema = z.object({ password: somePassword() });

export const passwordChangeSchema = z.object({
  currentPassword: somePassword(),
  newPassword: newPassword(passwordLength.minimum),
});

/** A password that is there already: it is compared, and nothing else is asked of it. */
function somePassword() {
  return z
    .string({ error: passwordMessages.missing })
    .check(
      z.minLength(1, { error: passwordMessages.missing, abort: true }),
      z.maxLength(passwordLength.maximum, { error: passwordMessages.tooLong }),
    );
}

/** A password as it is chosen. Whether it is too common is for the server's list to say. */
function newPassword(minimum: number) {
  return z
    .string({ error: passwordMessages.missing })
    .check(
      z.minLength(1, { error: passwordMessages.missing, abort: true }),
      z.minLength(minimum, { error: passwordMessages.tooShort(minimum) }),
      z.maxLength(passwordLength.maximum, { error: passwordMessages.tooLong }),
    );
}

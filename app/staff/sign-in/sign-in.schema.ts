import * as z from "zod/mini";
import { passwordLength } from "#app/identity/password-length.ts";
import { contactFields } from "#app/leads/contact.schema.ts";
import { passwordMessages } from "./sign-in.messages.ts";

/** Specification section 5, "Sign-in": both are required. */
export const signInSchema = z.object({
  email: contactFields.email,
  password: z
    .string({ error: passwordMessages.missing })
    .check(z.minLength(1, { error: passwordMessages.missing })),
});

/** What a new account needs, whether it comes through the set-up link or the shell. */
export const newAccountSchema = z.object({
  name: contactFields.name,
  email: contactFields.email,
  password: z
    .string({ error: passwordMessages.missing })
    .check(
      z.minLength(1, { error: passwordMessages.missing, abort: true }),
      z.minLength(passwordLength.minimum, { error: passwordMessages.tooShort }),
      z.maxLength(passwordLength.maximum, { error: passwordMessages.tooLong }),
    ),
});

import * as z from "zod/mini";
import { email, line, optionalPhone, optionalText } from "#app/intake/form/contact.schema.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { eventSignupFieldMessages, minimumNameLength } from "./event-signup.messages.ts";

/**
 * A sign-up for the live event as it is sent (specification sections 5 and 7). Browser, form and JSON endpoint all read it
 * with this. What may be left out is null where it was.
 */
export const eventSignupSchema = z.object({
  name: line({
    missing: eventSignupFieldMessages.nameTooShort,
    minimum: minimumNameLength,
    maximum: maximumLength.name,
    tooLong: contactMessages.nameTooLong,
  }),
  email: email(contactMessages.emailInvalid),
  phone: optionalPhone(),
  questions: optionalText(),
  topics: optionalText(),
});

export type EventSignupInput = z.infer<typeof eventSignupSchema>;
export type EventSignupField = keyof EventSignupInput;

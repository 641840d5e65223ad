import * as z from "zod/mini";
import { email, line, optionalPhone, optionalText } from "#app/intake/form/contact.schema.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { eventSignupFieldMessages, minimumNameLength } from "./event-signup.messages.ts";

/**
 * A submitted sign-up for the live event (specification sections 5 and 7), for the browser, the form and the JSON endpoint. An omitted
 * optional field is null.
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

/** Adds the id of the event to sign up for. Without one, it is the current event. */
export const eventSignupRequestSchema = z.extend(eventSignupSchema, {
  eventId: z.pipe(
    z.nullish(
      z.string({ error: eventSignupFieldMessages.noSuchEvent }).check(
        z.toLowerCase(),
        z.refine((id) => id === "" || isUuid(id), { error: eventSignupFieldMessages.noSuchEvent }),
      ),
    ),
    z.transform((id) => id || undefined),
  ),
});

export type EventSignupInput = z.infer<typeof eventSignupSchema>;
export type EventSignupField = keyof EventSignupInput;

export type EventSignupRequest = EventSignupInput & { eventId?: string | undefined };

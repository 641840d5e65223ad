import * as z from "zod/mini";
import { contactMessages } from "#app/leads/contact.messages.ts";
import { email } from "#app/leads/contact.schema.ts";

/** Whose data it is about. */
export const personLookupSchema = z.object({ email: email(contactMessages.emailInvalid) });

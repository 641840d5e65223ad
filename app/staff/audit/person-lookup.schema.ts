import * as z from "zod/mini";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { email } from "#app/intake/form/contact.schema.ts";

/** Whose data it is about. */
export const personLookupSchema = z.object({ email: email(contactMessages.emailInvalid) });

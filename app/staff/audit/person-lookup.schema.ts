import * as z from "zod/mini";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { email } from "#app/intake/form/contact.schema.ts";

export const personLookupSchema = z.object({ email: email(contactMessages.emailInvalid) });

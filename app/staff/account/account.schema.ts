import * as z from "zod/mini";
import { contactFields, line } from "#app/intake/form/contact.schema.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { accountErrors } from "./account.messages.ts";

export const nameSchema = z.object({ name: contactFields.name });

export const passkeyNameSchema = z.object({
  passkeyName: line({
    missing: accountErrors.passkeyNameMissing,
    maximum: maximumLength.name,
    tooLong: accountErrors.passkeyNameTooLong,
  }),
});

import * as z from "zod/mini";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import {
  email,
  hasInvisibleCharacters,
  line,
  optionalPhone,
  optionalText,
} from "#app/intake/form/contact.schema.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { contactErrors } from "./person-contact.messages.ts";

/** The contact details of a person. */
export const contactSchema = z.object({
  name: line({
    missing: contactErrors.nameMissing,
    maximum: maximumLength.name,
    tooLong: contactMessages.nameTooLong,
  }),
  email: email(contactErrors.emailMissing),
  phone: optionalPhone(),
});

/** The hidden field with the version that the writer saw (`getContactVersion`). */
export const versionField = "version";

export const contactFieldNames = ["name", "email", "phone"] as const;
export type ContactField = (typeof contactFieldNames)[number];

/** A person whom staff add. `owner` is the id of an account. */
export const newPersonSchema = z.object({
  ...contactSchema.shape,
  // The limit is that of the check constraint.
  company: z.string().check(
    z.trim(),
    z.maxLength(200, { error: contactErrors.companyTooLong, abort: true }),
    z.refine((text) => !hasInvisibleCharacters(text), { error: contactMessages.invisibleCharacters }),
  ),
  source: optionalText(),
  owner: z.string(),
});

export const newPersonFieldNames = [...contactFieldNames, "company", "source", "owner"] as const;
export type NewPersonField = (typeof newPersonFieldNames)[number];

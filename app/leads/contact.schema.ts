import * as z from "zod/mini";
import { maximumLength } from "#app/platform/limits.ts";
import { contactMessages } from "./contact.messages.ts";

/**
 * Name, e-mail address and telephone number as the lead forms take them: trimmed, the address in lower case. For the browser
 * as much as for the server, so only the small edition of the schema library.
 */
export const contactFields = {
  name: line({
    missing: contactMessages.nameMissing,
    maximum: maximumLength.name,
    tooLong: contactMessages.nameTooLong,
  }),
  email: z
    .string({ error: contactMessages.emailMissing })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: contactMessages.emailMissing, abort: true }),
      z.maxLength(maximumLength.email, { error: contactMessages.emailTooLong, abort: true }),
      z.regex(emailAddress(), { error: contactMessages.emailInvalid }),
    ),
  phone: line({
    missing: contactMessages.phoneMissing,
    maximum: maximumLength.phone,
    tooLong: contactMessages.phoneTooLong,
  }),
};

const contactSchema = z.object(contactFields);

export type Contact = z.infer<typeof contactSchema>;

function line(rule: { missing: string; maximum: number; tooLong: string }) {
  return z.string({ error: rule.missing }).check(
    z.trim(),
    z.minLength(1, { error: rule.missing, abort: true }),
    z.maxLength(rule.maximum, { error: rule.tooLong, abort: true }),
    z.refine((text) => !invisible.test(text), { error: contactMessages.controlCharacters, abort: true }),
    z.refine((text) => visible.test(text), { error: rule.missing }),
  );
}

/**
 * Control characters (line breaks and NUL among them), lone halves of surrogate pairs, and the characters that turn the
 * direction of text, with which a name can disguise the rest of a row.
 */
const invisible = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Something to see: a line of joiners and zero-width spaces alone is as good as empty. */
const visible = /[^\p{C}\p{Z}]/u;

/**
 * One @; before it nothing that would need quoting, and no dot at an end or beside another; after it at least two labels.
 * Letters of every script: an owner's own domain may have an accent. Whether the mailbox exists, only a letter can tell.
 */
function emailAddress(): RegExp {
  const local = String.raw`(?!\.)(?!.*\.\.)[^\s\p{C}@<>()[\]\\,;:"]+(?<!\.)`;
  const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
  return new RegExp(String.raw`^${local}@(?:${label}\.)+(?!\p{N}+$)${label}$`, "u");
}

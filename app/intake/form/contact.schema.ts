import * as z from "zod/mini";
import { maximumLength } from "#app/platform/limits.ts";
import { contactMessages } from "./contact.messages.ts";

/** The contact fields of the forms: trimmed, with the email in lower case. The browser loads this file, so it uses zod/mini. */
export const contactFields = {
  name: line({
    missing: contactMessages.nameMissing,
    maximum: maximumLength.name,
    tooLong: contactMessages.nameTooLong,
  }),
  email: email(contactMessages.emailMissing),
  phone: line({
    missing: contactMessages.phoneMissing,
    maximum: maximumLength.phone,
    tooLong: contactMessages.phoneTooLong,
  }),
};

const contactSchema = z.object(contactFields);

export type Contact = z.infer<typeof contactSchema>;

/** An email address. @param missing the error for an empty field */
export function email(missing: string) {
  return z
    .string({ error: missing })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(maximumLength.email, { error: contactMessages.emailTooLong, abort: true }),
      z.regex(emailAddress(), { error: contactMessages.emailInvalid, abort: true }),
      z.overwrite(withLookedUpDomain),
      z.minLength(1, { error: contactMessages.emailInvalid, abort: true }),
      z.maxLength(maximumLength.email, { error: contactMessages.emailTooLong }),
    );
}

/**
 * Spells the domain as mail servers look it up (IDNA): fullwidth letters become plain ones, and other scripts become Punycode. Otherwise
 * one mailbox would count as many.
 * @returns an empty text if no mail server could look the domain up, or if it is an IP address such as `0x7f.0x1`
 */
function withLookedUpDomain(address: string): string {
  const at = address.lastIndexOf("@");
  try {
    const { hostname } = new URL(`http://${address.slice(at + 1)}`);
    return ipAddress.test(hostname) ? "" : `${address.slice(0, at)}@${hostname}`;
  } catch {
    return "";
  }
}

/** The URL parser writes every spelling of an IPv4 address in four decimal parts. IPv6 addresses keep their brackets. */
const ipAddress = /^(?:[\d.]+|\[.*\])$/;

/** One line of text. */
export function line(rule: { missing: string; minimum?: number; maximum: number; tooLong: string }) {
  return z.string({ error: rule.missing }).check(
    z.trim(),
    z.refine((text) => Array.from(text).length >= (rule.minimum ?? 1), { error: rule.missing, abort: true }),
    z.maxLength(rule.maximum, { error: rule.tooLong, abort: true }),
    z.refine((text) => !invisible.test(text), { error: contactMessages.controlCharacters, abort: true }),
    z.refine((text) => visible.test(text), { error: rule.missing }),
  );
}

/** An optional phone number; null if empty. */
export function optionalPhone() {
  return optional(
    z.string().check(
      z.trim(),
      z.maxLength(maximumLength.phone, { error: contactMessages.phoneTooLong, abort: true }),
      z.refine((text) => !invisible.test(text), { error: contactMessages.controlCharacters }),
    ),
  );
}

/** Optional text of several lines; null if empty. */
export function optionalText() {
  return optional(
    z.string().check(
      z.overwrite((text) => text.replaceAll(/\r\n?/g, "\n").trim()),
      z.maxLength(maximumLength.freeText, { error: contactMessages.textTooLong, abort: true }),
      z.refine((text) => !hasInvisibleCharacters(text), { error: contactMessages.invisibleCharacters }),
    ),
  );
}

/** Converts empty and invisible text to null. */
function optional(text: z.ZodMiniString) {
  return z.pipe(
    z.nullish(text),
    z.transform((value) => (value && visible.test(value) ? value : null)),
  );
}

/**
 * Control characters such as line breaks and NUL, lone surrogates, and characters that change the direction of text, with which a name
 * could disguise the rest of a row.
 */
const invisible = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text contains control characters or others of this kind, besides line breaks and tabs. */
export function hasInvisibleCharacters(text: string): boolean {
  return invisible.test(text.replaceAll(/[\n\t]/g, " "));
}

/** At least one visible character. Joiners and zero-width spaces alone count as empty. */
const visible = /[^\p{C}\p{Z}]/u;

/**
 * A local part without characters that need quoting and without leading, trailing or repeated dots, then @ and at least two labels. All
 * scripts are allowed, because domains can contain accents. Only a delivery shows whether the mailbox exists.
 */
function emailAddress(): RegExp {
  const local = String.raw`(?!\.)(?!.*\.\.)[^\s\p{C}@<>()[\]\\,;:"]+(?<!\.)`;
  const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
  return new RegExp(String.raw`^${local}@(?:${label}\.)+(?!\p{N}+$)${label}$`, "u");
}

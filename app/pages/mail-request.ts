import { practice } from "#content/practice.ts";

/** A letter that a button opens in the visitor's own mail program, filled in but not sent. */
export type MailRequest = { subject: string; body: string };

/** The `mailto:` address of such a letter, to the practice. Line breaks travel as CRLF (RFC 6068, section 5). */
export function mailRequestHref({ subject, body }: MailRequest): string {
  const lines = body.replaceAll(/\r?\n/g, "\r\n");
  return `mailto:${practice.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}

import { practice } from "#content/practice.ts";

/** A prefilled email that a button opens in the visitor's mail program. */
export type MailRequest = { subject: string; body: string };

/** The `mailto:` URL of such an email to the firm. Line breaks are encoded as CRLF (RFC 6068, section 5). */
export function mailRequestHref({ subject, body }: MailRequest): string {
  return `mailto:${practice.email}?${toQuery({ subject, body })}`;
}

/** The `mailto:` URL of such an email to a recipient whom the visitor chooses. */
export function shareByEmailHref(request: MailRequest): string {
  return `mailto:?${toQuery(request)}`;
}

function toQuery({ subject, body }: MailRequest): string {
  const lines = body.replaceAll(/\r?\n/g, "\r\n");
  return `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}

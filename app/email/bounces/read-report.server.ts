import PostalMime, { type Email } from "postal-mime";
import { bounceKeyHeader } from "./bounce-keys.server.ts";

/** What a report says about one recipient (RFC 3464). */
export type RecipientStatus = {
  /** The addresses that the report names: the final one, and the original one if the email was forwarded. In lower case. */
  addresses: readonly string[];
  /** Such as `failed` or `delayed`. */
  action: string;
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string;
  /** What the mail server said; empty if the report does not say. */
  diagnostic: string;
};

export type ParsedReport =
  | {
      kind: "report";
      /** The value of the header that identifies the email; undefined if the report does not return it. */
      bounceKey: string | undefined;
      recipients: readonly RecipientStatus[];
    }
  /** Another email. */
  | { kind: "other" }
  /** Claims to be a report and is none. */
  | { kind: "unreadable" };

/** Parts of a report, and the depth at which they can be. */
const parserLimits = { maxNestingDepth: 10, maxHeadersSize: 256 * 1_024, maxRfc822NestingDepth: 1 };

/** The parser works line by line, and anyone can send an email of 256 KB with a line for each byte. */
const maxLines = 5_000;

/** A report has a few recipients. More would make each report expensive to apply. */
const maxRecipients = 20;

/** Whether the Content-Type of an email says that it is a delivery status notification. */
export function isReportType(contentType: string): boolean {
  return (
    /^\s*multipart\/report\s*;/i.test(contentType) &&
    /;\s*report-type\s*=\s*"?delivery-status"?\s*(?:;|$)/i.test(contentType)
  );
}

/** Reads a delivery status notification (RFC 3464). @param source the raw email, possibly truncated at its end */
export async function readReport(source: Uint8Array): Promise<ParsedReport> {
  if (countLines(source) > maxLines) return { kind: "unreadable" };
  const email = await parse(source);
  if (email === undefined) return { kind: "unreadable" };
  if (!isReportType(findHeader(email, "content-type") ?? "")) return { kind: "other" };
  const status = findPart(email, ["message/delivery-status", "message/global-delivery-status"]);
  if (status === undefined) return { kind: "unreadable" };
  const recipients = await readRecipients(decode(status));
  if (recipients.length === 0) return { kind: "unreadable" };
  return { kind: "report", bounceKey: await findBounceKey(email), recipients };
}

function countLines(source: Uint8Array): number {
  let lines = 0;
  for (let at = source.indexOf(lineFeed); at !== -1; at = source.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}

const lineFeed = 10;

async function parse(source: Uint8Array | string): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(source, parserLimits);
  } catch {
    // The parser rejects emails over its limits.
    return undefined;
  }
}

async function findBounceKey(email: Email): Promise<string | undefined> {
  const original = findPart(email, [
    "text/rfc822-headers",
    "message/rfc822",
    "message/global-headers",
    "message/global",
  ]);
  const parsed = original === undefined ? undefined : await parse(original);
  return parsed && findHeader(parsed, bounceKeyHeader.toLowerCase());
}

/** The groups of fields after the first one, which is about the message. Groups are separated by empty lines. */
async function readRecipients(text: string): Promise<RecipientStatus[]> {
  const groups = text.replaceAll(/\r\n?/g, "\n").split(/\n\s*\n/);
  const recipients: RecipientStatus[] = [];
  for (const group of groups.slice(0, maxRecipients + 1)) {
    // The fields have the format of headers.
    const fields = await parse(`${group.trim()}\n\n`);
    const recipient = fields && toRecipient(fields);
    if (recipient !== undefined) recipients.push(recipient);
  }
  return recipients;
}

function toRecipient(fields: Email): RecipientStatus | undefined {
  const action = findHeader(fields, "action")?.trim().toLowerCase();
  const status = /^\s*(\d\.\d{1,3}\.\d{1,3})/.exec(findHeader(fields, "status") ?? "")?.[1];
  const addresses = ["final-recipient", "original-recipient"].flatMap((name) => {
    const address = /^\s*(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+)>?/i.exec(findHeader(fields, name) ?? "")?.[1];
    return address === undefined ? [] : [address.toLowerCase()];
  });
  if (action === undefined || status === undefined || addresses.length === 0) return undefined;
  const diagnostic = (findHeader(fields, "diagnostic-code") ?? "").replace(/^\s*smtp\s*;\s*/i, "");
  return { addresses, action, status, diagnostic };
}

function findPart(email: Email, types: readonly string[]): Uint8Array | undefined {
  const part = email.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
  if (part === undefined) return undefined;
  const { content } = part;
  return typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
}

function findHeader(email: Email, name: string): string | undefined {
  return email.headers.find(({ key }) => key === name)?.value;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}

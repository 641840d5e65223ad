import { bounceKeyHeader } from "./bounce-keys.server.ts";
import {
  decodeText,
  type Entity,
  mediaType,
  readEntity,
  readFields,
  splitEntity,
  splitParts,
} from "./mime-parts.ts";

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

/** A report has a few recipients. More would make each report expensive to apply. */
const maxRecipients = 20;

/** Whether the Content-Type of an email says that it is a delivery status notification. */
export function isReportType(contentType: string): boolean {
  return (
    /^\s*multipart\/report\s*;/i.test(contentType) &&
    /;\s*report-type\s*=\s*"?delivery-status"?\s*(?:;|$)/i.test(contentType)
  );
}

/** The status part of a report has a few lines for each recipient. */
const maxStatusLength = 64 * 1_024;

/** Reads a delivery status notification (RFC 3464). @param source the raw email, possibly truncated at its end */
export function readReport(source: Uint8Array): ParsedReport {
  const email = readEntity(source);
  if (!isReportType(email.headers.get("content-type") ?? "")) return { kind: "other" };
  const parts = splitParts(email);
  const status = findPart(parts, ["message/delivery-status", "message/global-delivery-status"]);
  if (status === undefined) return { kind: "unreadable" };
  const recipients = readRecipients(decodeText(status).slice(0, maxStatusLength));
  if (recipients.length === 0) return { kind: "unreadable" };
  return { kind: "report", bounceKey: findBounceKey(parts), recipients };
}

function findBounceKey(parts: readonly Entity[]): string | undefined {
  const original = findPart(parts, [
    "text/rfc822-headers",
    "message/rfc822",
    "message/global-headers",
    "message/global",
  ]);
  return original && splitEntity(decodeText(original)).headers.get(bounceKeyHeader.toLowerCase());
}

/** The groups of fields after the first one, which is about the message. Groups are separated by empty lines. */
function readRecipients(text: string): RecipientStatus[] {
  const groups = text.split(/\n[ \t]*\n/).slice(0, maxRecipients + 1);
  return groups.flatMap((group) => toRecipient(readFields(group)) ?? []);
}

function toRecipient(fields: ReadonlyMap<string, string>): RecipientStatus | undefined {
  const action = fields.get("action")?.toLowerCase();
  const status = /^(\d\.\d{1,3}\.\d{1,3})/.exec(fields.get("status") ?? "")?.[1];
  const addresses = ["final-recipient", "original-recipient"].flatMap((name) => {
    const address = /^(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+)>?/i.exec(fields.get(name) ?? "")?.[1];
    return address === undefined ? [] : [address.toLowerCase()];
  });
  if (action === undefined || status === undefined || addresses.length === 0) return undefined;
  const diagnostic = (fields.get("diagnostic-code") ?? "").replace(/^smtp\s*;\s*/i, "");
  return { addresses, action, status, diagnostic };
}

function findPart(parts: readonly Entity[], types: readonly string[]): Entity | undefined {
  return parts.find((part) => types.includes(mediaType(part)));
}

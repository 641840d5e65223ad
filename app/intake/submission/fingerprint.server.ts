import { createHash } from "node:crypto";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";

/** Deduplication key of a submission. The same content has the same key, regardless of how it was sent. */
export function fingerprintSubmission(form: LeadForm, input: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return digest(JSON.stringify([form, fields]));
}

/** SHA-256 in base64url: 43 characters. */
export function digest(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

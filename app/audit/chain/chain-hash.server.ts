import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { AuditLinksTable } from "#app/data/schema/audit-chain.ts";

/** An audit event with the exact text of each value, so that every edit changes its digest. */
export type ExactEvent = {
  /** Text, because an administrator could insert an id that a number cannot represent. */
  id: string;
  /** Not a date for `infinity`, which an administrator could store. */
  at: unknown;
  action: string;
  actorKind: string;
  actorId: string | null;
  actorEmail: string | null;
  subject: string | null;
  /** The text that PostgreSQL returns for the JSON value. */
  details: string;
  clientAddress: string | null;
};

/** The columns of `ExactEvent` in a query of `audit_events as event`. */
export const exactEventColumns = sql`event.id::text as id, event.at, event.action, event.actor_kind, event.actor_id,
  event.actor_email, event.subject, event.details::text as details, event.client_address`;

/** What a link lists about an event: its id, its digest, and why it was changed or removed. */
export type ListedSeal = readonly [eventId: string, digest: string | null, reason: string | null];

/**
 * The digest of an event: SHA-256 of one JSON array without spaces. `docs/compliance.md` describes both formats for examiners who compute them
 * with other tools, so they must never change. A new format needs a new number in the first element.
 */
export function digestEvent(event: ExactEvent, salt: string): string {
  const { id, action, actorKind, actorId, actorEmail, subject, details, clientAddress } = event;
  const at = formatTime(event.at);
  return sha256([1, id, at, action, actorKind, actorId, actorEmail, subject, details, clientAddress, salt]);
}

/** The hash of a link. @param seals in the order of the event ids */
export function hashLink(
  { position, sealedAt, isComplete, previousHash }: Omit<AuditLinksTable, "hash">,
  seals: readonly ListedSeal[],
): string {
  return sha256([1, position, formatTime(sealedAt), isComplete, previousHash, seals]);
}

/** A time as it is hashed. */
export function formatTime(at: unknown): string {
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : String(at);
}

function sha256(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

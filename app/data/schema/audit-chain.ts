import type { Generated } from "kysely";

/**
 * Table `audit_links`: the hash chain of the audit log. Owner: audit. Personal data: none. Never deleted; the database rejects changes.
 */
export type AuditLinksTable = {
  /** 1 for the first link, without gaps. */
  position: number;
  sealedAt: Date;
  /** Whether no unsealed event was left. */
  isComplete: boolean;
  previousHash: string | null;
  hash: string;
};

/**
 * Table `audit_seals`: the digest of each event of the audit log. Owner: audit. Personal data: none without the event, because the digest is
 * salted. Kept like `audit_events`; the database rejects changes except the deletion of a salt.
 */
export type AuditSealsTable = {
  position: number;
  eventId: number;
  /** Null: the event was removed. */
  digest: string | null;
  /** Null after a later link sealed a change of the event. */
  salt: string | null;
  /** Why the event was changed or removed; null for a new event. */
  reason: string | null;
};

/**
 * Table `audit_event_changes`: permitted changes of audit events that the next link seals. Owner: audit. Personal data: none. Deleted when
 * sealed.
 */
export type AuditEventChangesTable = {
  id: Generated<number>;
  eventId: number;
  reason: string;
};

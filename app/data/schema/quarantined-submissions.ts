import type { Generated } from "kysely";
import type { LeadForm } from "./consent-receipts.ts";

/**
 * Table `quarantined_submissions`: form submissions that were not accepted directly. Owner: intake. Personal data: the form's fields,
 * network address and browser. Retention: `app/people/retention/retention.server.ts`.
 */
export type QuarantinedSubmissionsTable = {
  id: Generated<string>;
  form: LeadForm;
  reason: QuarantineReason;
  receivedAt: Date;
  /** The form's fields by name, in the format of its schema. */
  input: Json;
  /** The data that acceptance needs: `app/intake/quarantine/quarantined-source.server.ts`. */
  sender: Json;
  fingerprint: string;
  resultKey: string | null;
  releasedAt: Date | null;
  leadId: string | null;
  /** When the confirmation email was queued. Null means that only staff can accept the submission. */
  confirmationRequestedAt: Date | null;
  /** When the sender confirmed the mailbox of a submission that only staff can accept. */
  mailboxConfirmedAt: Generated<Date | null>;
  /** The seat reserved until the mailbox is confirmed. All three columns are set, or none. */
  seatEventId: string | null;
  seatHeldUntil: Date | null;
  /** Keyed digest of the client's network address. */
  seatAddressKey: string | null;
  /** Keyed digest of the mailbox; null where an older version of the program held the seat. */
  seatMailboxKey: string | null;
  /** Keyed digest of the mailbox; null for submissions from before this column existed. */
  mailboxKey: Generated<string | null>;
};

export type QuarantineReason = "honeypot" | "too-fast" | "token" | "replay" | "many";

/** Readers validate it again, because an older version of the program may have written it. */
export type Json = Readonly<Record<string, unknown>>;

/** Table `spent_tokens`: used form tokens. Owner: intake. Personal data: none. Kept for a week. */
export type SpentTokensTable = {
  token: string;
  fingerprint: string;
  spentAt: Date;
};

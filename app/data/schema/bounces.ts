import type { Generated } from "kysely";

/**
 * Table `undeliverable_addresses`: addresses that mail servers have rejected permanently, so that no more email is sent to them.
 * Owner: email. Personal data: the address and the reply of the mail server. Kept as long as a form with the address, or for 90 days.
 */
export type UndeliverableAddressesTable = {
  /** In lower case, as the forms store it. */
  email: string;
  since: Generated<Date>;
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string;
  reply: string;
};

/**
 * Table `bounce_mailboxes`: the state of reading the mailbox that receives reports of undelivered email, and the lease of the server that
 * reads it. Owner: email. Personal data: none. Kept permanently.
 */
export type BounceMailboxesTable = {
  /** A digest of the host, the user name and the folder. */
  mailbox: string;
  claim: string | null;
  claimedUntil: Date | null;
  nextReadAt: Generated<Date>;
  /** Identifies the numbering of the messages. Null before the first read. */
  uidValidity: string | null;
  lastUid: Generated<number>;
  lastReadAt: Date | null;
  /** Consecutive failures, and the reason of the last one. */
  failures: Generated<number>;
  lastError: string | null;
  /** Numbers of reports: applied, not from an email of this program, and impossible to read. */
  applied: Generated<number>;
  ignored: Generated<number>;
  unreadable: Generated<number>;
};

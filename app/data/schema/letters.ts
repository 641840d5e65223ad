import type { Generated } from "kysely";

/**
 * Table `letters`: every email that the system creates, sent or not. It is also the queue: a row has the time of the next attempt and the
 * worker's claim.
 * Owner: email. Personal data: the recipient's address and the content of the email.
 * Kept as a record of correspondence (books-and-records rule, 17 CFR 275.204-2), with the lead; without a lead or an account, as long as
 * leads. Emails that ask to confirm a form lose their text when staff delete the form.
 */
export type LettersTable = {
  id: Generated<string>;
  kind: string;
  recipient: string;
  /** Null until the first attempt, because the content is rendered from current data. */
  subject: string | null;
  bodyText: string | null;
  bodyHtml: string | null;
  about: string | null;
  once: string | null;
  preferencesKey: Generated<string>;
  state: Generated<EmailState>;
  attempts: Generated<number>;
  unclearAttempts: Generated<number>;
  lastReply: string | null;
  createdAt: Generated<Date>;
  nextTryAt: Generated<Date>;
  notAfter: Date | null;
  claim: string | null;
  claimedUntil: Date | null;
  settledAt: Date | null;
  /** When a mail server first accepted this email. A trigger stores it, and no later return or attempt changes it. */
  sentAt: Date | null;
  /** When a mail server reported that it could not deliver this email after it had accepted it. */
  returnedAt: Date | null;
  /** Anyone can trigger this message by typing the recipient's address. */
  isUnconfirmed: Generated<boolean>;
  /** A submission with a valid, unspent form token caused this unconfirmed message. Such messages are sent first. */
  hasFormToken: Generated<boolean>;
  /** Counts from 1 the unconfirmed messages of one sender in an hour, or in one announcement. Lower numbers are sent first. */
  senderMessageNumber: Generated<number>;
  /** The summary that covers this notification of the firm, which is not sent on its own. */
  summaryId: string | null;
};

/**
 * `waiting`: queued for the next attempt. `sending`: claimed by a worker. Final states: `sent`; `kept`: not sent, because no mail server is
 * configured; `given-up`: failed or returned, with the reason in `lastReply`; `suppressed`: the recipient opted out of this kind, the
 * address is undeliverable, the content was outdated, or the mailbox reached its daily limit.
 */
export type EmailState = "waiting" | "sending" | "sent" | "kept" | "given-up" | "suppressed";

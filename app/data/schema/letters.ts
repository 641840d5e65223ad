import type { Generated } from "kysely";

/**
 * Table `letters`: every letter the system writes, whether it left the house or not. It is the queue as well: the row says
 * when it is to be tried and who has it in hand.
 * Owner: email. Personal data: the recipient's address and whatever the letter says.
 * Kept as the record of what was written (books-and-records duty, 17 CFR 275.204-2).
 */
export type LettersTable = {
  id: Generated<string>;
  kind: string;
  recipient: string;
  /** Empty until it is first tried: a letter says what is true when it leaves. */
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
  /** Anyone can trigger this message by typing the recipient's address. */
  isUnconfirmed: Generated<boolean>;
  /** A submission with a valid, unspent form token caused this unconfirmed message. Such messages are sent first. */
  hasFormToken: Generated<boolean>;
  /** Counts from 1 the unconfirmed messages that one network address caused in an hour. Lower numbers are sent first. */
  senderMessageNumber: Generated<number>;
  /** The summary that covers this notification of the firm, which is not sent on its own. */
  summaryId: string | null;
};

/**
 * `waiting` for its next try; `sending`: somebody has it in hand. Ends: `sent`; `kept`, where there is no mail server; `given-up`,
 * `lastReply` says why; `suppressed`: the recipient opted out of this kind, the content was outdated, or the mailbox reached its daily
 * limit.
 */
export type EmailState = "waiting" | "sending" | "sent" | "kept" | "given-up" | "suppressed";

import type { Generated } from "kysely";

/**
 * Table `letter_suppressions`: addresses that opted out of a topic (CAN-SPAM, 15 U.S.C. 7704(a)(3)-(4)).
 * Owner: email. Personal data: the address; after an erasure, its digest (`app/email/outbox/suppressions.server.ts`).
 * Kept permanently, because without it the firm would send these emails again.
 */
export type LetterSuppressionsTable = {
  email: string;
  topic: EmailTopic;
  createdAt: Generated<Date>;
};

/** Emails that people can opt out of: reminders of their event, and announcements of the next date. */
export type EmailTopic = "reminders" | "announcements";

import type { Generated } from "kysely";

/**
 * Table `letter_suppressions`: addresses that do not want letters of a topic (CAN-SPAM, 15 U.S.C. 7704(a)(3)-(4)).
 * Owner: email. Personal data: the address; of somebody who was erased, a digest of it (`app/email/outbox/suppressions.server.ts`).
 * Kept for as long as we write to anybody: without it we would write again.
 */
export type LetterSuppressionsTable = {
  email: string;
  topic: EmailTopic;
  createdAt: Generated<Date>;
};

/** What somebody can do without: reminders of an event that they signed up for, and word of the next date. */
export type EmailTopic = "reminders" | "announcements";

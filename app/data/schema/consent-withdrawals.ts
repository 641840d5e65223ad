/**
 * Table `consent_withdrawals`: people who opted out of calls or emails after they had agreed in a form. Owner: intake. Personal data: the
 * email address; after an erasure, its digest (`app/email/outbox/suppressions.server.ts`). Kept permanently, because without it the firm
 * would contact them again.
 */
export type ConsentWithdrawalsTable = {
  email: string;
  channel: ConsentChannel;
  at: Date;
};

/** The channels that people can consent to. Each has its own checkbox in the forms. */
export type ConsentChannel = "email" | "phone";

/**
 * Table `consent_withdrawals`: who does not want to be called or written to any more, whatever a form said before. Owner: intake.
 * Personal data: the address; of somebody who was erased, a digest of it (`app/email/outbox/suppressions.server.ts`). Kept for as long as
 * we call or write to anybody: without it we would do so again.
 */
export type ConsentWithdrawalsTable = {
  email: string;
  channel: ConsentChannel;
  at: Date;
};

/** The ways in which somebody can be reached, each with a box of its own below the forms. */
export type ConsentChannel = "email" | "phone";

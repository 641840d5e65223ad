/**
 * Table `spent_tokens`: form tokens that were used. Owner: leads. Personal data: none. Kept for a week.
 */
export type SpentTokensTable = {
  token: string;
  fingerprint: string;
  spentAt: Date;
};

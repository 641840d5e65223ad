/**
 * Table `spent_tokens`: used form tokens. Owner: intake. Personal data: none. Kept for a week.
 */
export type SpentTokensTable = {
  token: string;
  fingerprint: string;
  spentAt: Date;
};

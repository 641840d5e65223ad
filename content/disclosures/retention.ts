/**
 * How long leads are kept after the last contact. The Advisers Act requires records until five years after the end of the fiscal year (17
 * CFR 275.204-2(e)(1)). Six years after any date always exceed that, so do not set a shorter period. The other periods are in
 * `app/people/retention/retention.server.ts` and, for accounts, in `app/identity/account-management/delete-expired-accounts.server.ts`.
 */
export const leadsKeptFor = "6 years";

/** The month and day with which the firm’s fiscal year ends. Deadlines of Form ADV and the retention of advertisements count from it. */
export const fiscalYearEnd = "12-31";

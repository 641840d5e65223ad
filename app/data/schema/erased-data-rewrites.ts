/**
 * Table `erased_data_rewrites`: when the database files were last rewritten after erasures. Owner: people. Personal data: none. Kept
 * permanently.
 */
export type ErasedDataRewritesTable = {
  /** Number of erasures in the audit log at that time. */
  erasures: number;
  claimedUntil: Date;
  doneAt: Date | null;
};

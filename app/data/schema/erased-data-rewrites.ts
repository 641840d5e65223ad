/**
 * Table `erased_data_rewrites`: when the files of the database were rewritten after erasures. Owner: leads. Personal data: none. Kept.
 */
export type ErasedDataRewritesTable = {
  /** How many erasures the audit log had by then. */
  erasures: number;
  claimedUntil: Date;
  doneAt: Date | null;
};

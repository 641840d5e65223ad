import type { Generated } from "kysely";

/**
 * Table `erased_data_rewrites`: when the database files were last rewritten after erasures. Owner: people. Personal data: none. Kept
 * permanently.
 */
export type ErasedDataRewritesTable = {
  /** Number of erasures in the audit log at that time. */
  erasures: number;
  claimedUntil: Date;
  doneAt: Date | null;
  /** After a failure, when the server tries again. */
  retryAt: Date | null;
  /** The tables that were rewritten, so that the next attempt omits them. */
  doneTables: Generated<string[]>;
};

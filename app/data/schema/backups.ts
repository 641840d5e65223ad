import type { Generated } from "kysely";

/**
 * Table `backups`: backups that were made, and attempts that failed. Owner: backup. Personal data: none. Kept for 400 days
 * (`backup-records.server.ts`).
 */
export type BackupsTable = {
  id: Generated<number>;
  startedAt: Date;
  finishedAt: Date;
  /** Null for a failure, like the next two. */
  fileName: string | null;
  sizeBytes: number | null;
  rowCount: number | null;
  /** Why it failed. */
  problem: string | null;
};

/**
 * What one session, and one process, may have under way: an export holds a database connection until its reader has all of it. Of
 * the process's twelve (`app/data/connection/open-pool.server.ts`) eight are left to leads, pages and letters.
 */
export const mostExports = { ofSession: 2, ofProcess: 4 } as const;

/** How long an export waits for its reader, in milliseconds. */
export type ExportPatience = {
  /** For the next piece to be taken: a laptop may be shut for a moment, a line may be bad. */
  unreadMs: number;
  /** For all of it: whoever takes a little now and then is let go as well. */
  wholeMs: number;
};

export const exportPatience: ExportPatience = { unreadMs: 3 * 60_000, wholeMs: 60 * 60_000 };

/** Longer than the wait for a reader: it only serves where the program itself has fallen silent. */
export const snapshotIdleMs = 5 * 60_000;

/**
 * Exports at the same time. An export holds a database connection until its reader has received everything. Of the twelve connections of a
 * process (`app/data/connection/open-pool.server.ts`), eight remain for leads, pages and emails.
 */
export const maxExports = { perAccount: 2, perProcess: 4 } as const;

/** How long an export waits for its reader, and how often it checks whether its reader still has access, in milliseconds. */
export type ExportTimeouts = {
  /** For the next chunk: a laptop may be closed for a moment, or the connection may be poor. */
  chunkMs: number;
  /** For the whole export, to end readers that take a little now and then. */
  totalMs: number;
  checkMs: number;
};

export const exportTimeouts: ExportTimeouts = { chunkMs: 3 * 60_000, totalMs: 60 * 60_000, checkMs: 10_000 };

/** Longer than the wait for a reader, because it only ends transactions that this process has abandoned. */
export const snapshotIdleMs = 5 * 60_000;

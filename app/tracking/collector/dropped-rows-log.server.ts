import type { Log } from "#app/platform/log.server.ts";

/** Counts entries that are not stored, by reason, and logs the counts once a minute. */
export type DropLog = {
  add(reason: string, count?: number): void;
  /** Logs the counts since the last line. */
  flush(): void;
  /** All counts since the start, by reason. */
  total(): Readonly<Record<string, number>>;
};

const intervalMs = 60_000;

export function createDropLog(log: Log): DropLog {
  let counts = new Map<string, number>();
  const total = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    log.warn("tracking.dropped", Object.fromEntries(counts));
    counts = new Map();
  };

  return {
    add(reason, count = 1) {
      for (const sums of [counts, total]) sums.set(reason, (sums.get(reason) ?? 0) + count);
      // The timer must not keep the process running.
      timer ??= setTimeout(flush, intervalMs).unref();
    },
    flush,
    total: () => Object.fromEntries(total),
  };
}

import type { Log } from "#app/platform/log.server.ts";

/** Counts what is not stored, by reason, and says so in the log now and then: never silently, and never a line for each. */
export type LossLog = {
  add(reason: string, count?: number): void;
  /** Writes what was counted and not yet written. */
  flush(): void;
  /** Everything that was counted so far, by reason. */
  total(): Readonly<Record<string, number>>;
};

const everyMs = 60_000;

export function createLossLog(log: Log): LossLog {
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
      // Alone it keeps no program alive.
      timer ??= setTimeout(flush, everyMs).unref();
    },
    flush,
    total: () => Object.fromEntries(total),
  };
}

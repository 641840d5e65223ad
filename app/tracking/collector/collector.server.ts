import type { Kysely } from "kysely";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { LimitKey } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { VisitsHealth } from "#app/platform/health.ts";
import type { Log } from "#app/platform/log.server.ts";
import { type BatchLimit, limitByAddress } from "./address-limit.server.ts";
import { storeEvents, type VisitEvents } from "./store-events.server.ts";
import { type AnonymousVisit, type CountedVisit, countVisits, storeVisits } from "./store-visits.server.ts";
import { createBatcher } from "./batcher.server.ts";

/** Stores visits and events in batches. “stored” means committed. */
export type Collector = {
  /** @param from the client's address, used only for limits */
  recordVisit(visit: AnonymousVisit, from: string): Promise<Recorded>;
  /** Counts a visit of a browser that opts out of tracking. */
  countVisit(visit: CountedVisit, from: string): Promise<Recorded>;
  recordEvents(events: VisitEvents, from: string): Promise<Recorded>;
  /** Counts entries that are not stored, by reason. */
  drops: Pick<DropLog, "add">;
  health(): VisitsHealth;
  /** Stores all waiting entries before shutdown. */
  stop(): Promise<void>;
};

/**
 * The outcome of one request. `rejected`: the database rejects this request, or has no such visit. `visit-full`: the visit has
 * reached its event limit. `unavailable`: too many requests are waiting, or the database does not respond.
 */
export type Recorded = "stored" | "rejected" | "visit-full" | "too-many" | "unavailable";

type Deps = { db: Kysely<Database>; clock: Clock; log: Log; limitKey: LimitKey };

export function createCollector(deps: Deps): Collector {
  const { db } = deps;
  const drops = createDropLog(deps.log);
  const visitsLimit = limitByAddress(deps, "visits");
  const visits = createBatchedStore<AnonymousVisit>(drops, {
    queue: { maxWaiting: 2_000, maxBatchSize: 200 },
    limit: visitsLimit,
    sizeOf: () => 1,
    store: async (items, limit) => (await storeVisits(db, items, limit)).map(recordedWithin),
  });
  const totals = createBatchedStore<CountedVisit>(drops, {
    queue: { maxWaiting: 2_000, maxBatchSize: 1_000 },
    limit: visitsLimit,
    sizeOf: () => 1,
    store: async (items, limit) => (await countVisits(db, items, limit)).map(recordedWithin),
  });
  const events = createBatchedStore<VisitEvents>(drops, {
    // Counts requests, which contain up to fifty events and 64 KiB each.
    queue: { maxWaiting: 500, maxBatchSize: 40 },
    limit: limitByAddress(deps, "trackingEvents"),
    sizeOf: (item) => item.events.length,
    store: async (items, limit) =>
      (await storeEvents(db, items, limit)).map(({ isWithin, isKnown, hasRoom }) => {
        if (!isWithin) return "too-many";
        if (!isKnown) return "rejected";
        return hasRoom ? "stored" : "visit-full";
      }),
  });

  return {
    recordVisit: visits.record,
    countVisit: totals.record,
    recordEvents: events.record,
    drops,
    health: () => ({
      waiting: visits.waiting() + totals.waiting() + events.waiting(),
      lost: drops.total(),
    }),
    async stop() {
      await Promise.all([visits.drained(), totals.drained(), events.drained()]);
      drops.flush();
    },
  };
}

function recordedWithin(isWithin: boolean): Recorded {
  return isWithin ? "stored" : "too-many";
}

/** Batches and stores one kind of entry. */
function createBatchedStore<Item>(
  drops: DropLog,
  options: {
    queue: { maxWaiting: number; maxBatchSize: number };
    limit: ReturnType<typeof limitByAddress>;
    sizeOf: (item: Item) => number;
    /** Stores the items that are within the limit, in one statement. */
    store: (items: readonly Item[], limit: BatchLimit) => Promise<Recorded[]>;
  },
) {
  const queue = createBatcher<{ item: Item; from: string }, Recorded>({
    ...options.queue,
    write: (entries) =>
      options.store(
        entries.map(({ item }) => item),
        options.limit(entries.map(({ item, from }) => ({ from, size: options.sizeOf(item) }))),
      ),
  });
  const settle = async (settled: Promise<Recorded>): Promise<Recorded> => {
    try {
      const recorded = await settled;
      if (recorded !== "stored") drops.add(reasons[recorded]);
      return recorded;
    } catch (error) {
      // Logs only the code, because the message can quote personal data.
      const code = error instanceof Error && "code" in error ? String(error.code) : "none";
      drops.add(`database error, code ${code}`);
      return isUnavailable(error) ? "unavailable" : "rejected";
    }
  };
  return {
    async record(item: Item, from: string): Promise<Recorded> {
      const settled = queue.add({ item, from });
      if (settled !== undefined) return settle(settled);
      drops.add("too many waiting");
      return "unavailable";
    },
    waiting: queue.waiting,
    drained: queue.drained,
  };
}

const reasons = {
  rejected: "no such visit",
  "visit-full": "over the limit of a visit",
  "too-many": "over the limit of an address",
  unavailable: "unavailable",
} as const satisfies Record<Exclude<Recorded, "stored">, string>;

/** Counts entries that are not stored, by reason, and logs the counts once a minute. */
type DropLog = {
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

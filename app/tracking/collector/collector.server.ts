import type { Kysely } from "kysely";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { LimitKey } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { VisitsHealth } from "#app/platform/health.ts";
import type { Log } from "#app/platform/log.server.ts";
import { type BatchLimit, limitByAddress } from "./address-limit.server.ts";
import { createLossLog, type LossLog } from "./dropped-rows-log.server.ts";
import { storeEvents, type VisitEvents } from "./store-events.server.ts";
import { type AnonymousVisit, type CountedVisit, countVisits, storeVisits } from "./store-visits.server.ts";
import { createWriteQueue } from "./batcher.server.ts";

/** Stores visits and their events, many in a statement. What it says is stored is committed. */
export type Collector = {
  /** @param from the client's address, for the limits alone */
  recordVisit(visit: AnonymousVisit, from: string): Promise<Recorded>;
  /** A visit of a browser that asks not to be followed. */
  countVisit(visit: CountedVisit, from: string): Promise<Recorded>;
  recordEvents(events: VisitEvents, from: string): Promise<Recorded>;
  /** What was not stored, and why. */
  losses: Pick<LossLog, "add">;
  /** What waits, and what was lost, for whoever looks at how the program fares. */
  health(): VisitsHealth;
  /** Stores everything that was taken on, before the program ends. */
  stop(): Promise<void>;
};

/**
 * The outcome of one request. `not-taken`: the database rejects this request, or has no such visit. `visit-full`: the visit has
 * reached its event limit. `unavailable`: too many requests are waiting, or the database does not respond.
 */
export type Recorded = "stored" | "not-taken" | "visit-full" | "too-many" | "unavailable";

type Deps = { db: Kysely<Database>; clock: Clock; log: Log; limitKey: LimitKey };

/** Starts nothing: work begins with the first visit. */
export function createCollector(deps: Deps): Collector {
  const { db } = deps;
  const losses = createLossLog(deps.log);
  const visitsLimit = limitByAddress(deps, "visits");
  const visits = openLane<AnonymousVisit>(losses, {
    queue: { mostWaiting: 2_000, mostTogether: 200 },
    limit: visitsLimit,
    sizeOf: () => 1,
    store: async (items, limit) => (await storeVisits(db, items, limit)).map(recordedWithin),
  });
  const totals = openLane<CountedVisit>(losses, {
    queue: { mostWaiting: 2_000, mostTogether: 1_000 },
    limit: visitsLimit,
    sizeOf: () => 1,
    store: async (items, limit) => (await countVisits(db, items, limit)).map(recordedWithin),
  });
  const events = openLane<VisitEvents>(losses, {
    // Requests, each of up to fifty events and 64 KiB.
    queue: { mostWaiting: 500, mostTogether: 40 },
    limit: limitByAddress(deps, "trackingEvents"),
    sizeOf: (item) => item.events.length,
    store: async (items, limit) =>
      (await storeEvents(db, items, limit)).map(({ isWithin, isKnown, hasRoom }) => {
        if (!isWithin) return "too-many";
        if (!isKnown) return "not-taken";
        return hasRoom ? "stored" : "visit-full";
      }),
  });

  return {
    recordVisit: visits.record,
    countVisit: totals.record,
    recordEvents: events.record,
    losses,
    health: () => ({
      waiting: visits.waiting() + totals.waiting() + events.waiting(),
      lost: losses.total(),
    }),
    async stop() {
      await Promise.all([visits.drained(), totals.drained(), events.drained()]);
      losses.flush();
    },
  };
}

function recordedWithin(isWithin: boolean): Recorded {
  return isWithin ? "stored" : "too-many";
}

/** One kind of thing on its way into the database. */
function openLane<Item>(
  losses: LossLog,
  lane: {
    queue: { mostWaiting: number; mostTogether: number };
    limit: ReturnType<typeof limitByAddress>;
    sizeOf: (item: Item) => number;
    /** Stores items in one statement, as far as they are within the limit. */
    store: (items: readonly Item[], limit: BatchLimit) => Promise<Recorded[]>;
  },
) {
  const queue = createWriteQueue<{ item: Item; from: string }, Recorded>({
    ...lane.queue,
    write: (entries) =>
      lane.store(
        entries.map(({ item }) => item),
        lane.limit(entries.map(({ item, from }) => ({ from, size: lane.sizeOf(item) }))),
      ),
  });
  const settle = async (settled: Promise<Recorded>): Promise<Recorded> => {
    try {
      const recorded = await settled;
      if (recorded !== "stored") losses.add(reasons[recorded]);
      return recorded;
    } catch (error) {
      // Its message can quote what was sent, and a line for each would bury the log: the code says what there is to know.
      const code = error instanceof Error && "code" in error ? String(error.code) : "none";
      losses.add(`database error, code ${code}`);
      return isUnavailable(error) ? "unavailable" : "not-taken";
    }
  };
  return {
    async record(item: Item, from: string): Promise<Recorded> {
      const settled = queue.add({ item, from });
      if (settled !== undefined) return settle(settled);
      losses.add("too many waiting");
      return "unavailable";
    },
    waiting: queue.waiting,
    drained: queue.drained,
  };
}

const reasons = {
  "not-taken": "no such visit",
  "visit-full": "over the limit of a visit",
  "too-many": "over the limit of an address",
  unavailable: "unavailable",
} as const satisfies Record<Exclude<Recorded, "stored">, string>;

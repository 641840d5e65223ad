import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";

/** A subscriber to changes. */
export type ChangeListener = {
  /** Called when changes can no longer be missed. Data loaded after this is current until the first change. */
  onReady(): void;
  onChange(topic: Topic): void;
  /** Called when the program stops. */
  onEnd(): void;
};

/**
 * Announces changes of the lead lists that any process makes, such as a new lead. `GET /api/stream` forwards them to the browser
 * (`app/staff/live-updates`), where the dashboard reloads its lists.
 */
export type ChangeFeed = {
  /** @returns a function that unsubscribes */
  listen(listener: ChangeListener): () => void;
  /** The number of listeners. */
  listeners(): number;
  /** Ends the feed and all listeners. */
  stop(): Promise<void>;
};

/** The maximum delay of a change that another process makes. */
const pollIntervalMs = 1_000;
/** Visits can be frequent, and a list that changes more often is unreadable. */
const visitsIntervalMs = 5_000;

/**
 * Polls the database every second while there are listeners (docs/decisions/0026-change-feed-by-polling.md).
 * @param deps.every the two intervals; shorter only in tests
 */
export function createChangeFeed(deps: {
  db: Kysely<Database>;
  log: Log;
  every?: { pollMs: number; visitsMs: number };
}): ChangeFeed {
  const { pollMs, visitsMs } = deps.every ?? { pollMs: pollIntervalMs, visitsMs: visitsIntervalMs };
  const listeners = createListeners();
  let polling: RepeatingTask | undefined;
  let isStopped = false;
  let announced: ChangeStamp | undefined;
  let visitsAnnouncedAt = Number.NEGATIVE_INFINITY;

  const onError = (error: unknown, consecutiveFailures: number): void => {
    if (consecutiveFailures === 1) deps.log.warn("change_feed.poll_failed", { error });
  };

  const poll = async (): Promise<void> => {
    const found = await findChanges(deps.db);
    const before = announced ?? found;
    const areVisitsDue = performance.now() - visitsAnnouncedAt >= visitsMs;
    const hasVisits = found.visits !== before.visits && areVisitsDue;
    if (hasVisits) visitsAnnouncedAt = performance.now();
    // A visit that is not announced yet remains a change.
    announced = { leads: found.leads, visits: hasVisits ? found.visits : before.visits };
    if (found.leads !== before.leads) listeners.announce("leads");
    if (hasVisits) listeners.announce("visits");
    listeners.markReady();
  };

  /** Stops polling without listeners. The next listener starts with the current state. */
  const pause = async (): Promise<void> => {
    const paused = polling;
    polling = undefined;
    announced = undefined;
    await paused?.stop();
  };

  return {
    listen(listener) {
      if (isStopped) {
        listener.onEnd();
        return () => undefined;
      }
      listeners.add(listener);
      if (polling === undefined) polling = repeat({ pauseMs: pollMs, run: poll, onError });
      else polling.runNow();
      return () => {
        if (listeners.remove(listener) && listeners.size() === 0) void pause();
      };
    },
    listeners: () => listeners.size(),
    async stop() {
      isStopped = true;
      listeners.endAll();
      await pause();
    },
  };
}

/** The listeners, and which of them are ready. */
function createListeners() {
  const pending = new Set<ChangeListener>();
  const ready = new Set<ChangeListener>();
  return {
    add: (listener: ChangeListener) => void pending.add(listener),
    /** @returns whether it was subscribed */
    remove(listener: ChangeListener): boolean {
      const wasPending = pending.delete(listener);
      return ready.delete(listener) || wasPending;
    },
    size: () => pending.size + ready.size,
    announce(topic: Topic): void {
      for (const listener of ready) listener.onChange(topic);
    },
    markReady(): void {
      for (const listener of pending) {
        ready.add(listener);
        listener.onReady();
      }
      pending.clear();
    },
    endAll(): void {
      const all = [...pending, ...ready];
      pending.clear();
      ready.clear();
      for (const listener of all) listener.onEnd();
    },
  };
}

/** The topics of change notifications: leads, or visits and their events. */
type Topic = "leads" | "visits";

/** One value per topic, which changes when its lists change. Contains no personal data. */
type ChangeStamp = Readonly<Record<Topic, string>>;

/** The number of rows on the first screen. Rows that are added or removed among them are changes. */
const watchedRows = 20;

/**
 * Reads the first rows of the lists. Reading only the newest row is not enough, because a row can be stored after another with a later date.
 * Reads the beginning of four indexes, so the duration does not depend on the length of the lists.
 */
async function findChanges(db: Kysely<Database>): Promise<ChangeStamp> {
  const { rows } = await sql<{ leads: string; visits: string }>`
    select
      md5(array(select id from pre_loi_assessments order by created_at desc, id desc limit ${watchedRows})::text
        || array(select id from linkedin_live_signups order by created_at desc, id desc limit ${watchedRows})::text) as leads,
      md5(array(select id from visitors order by created_at desc, id desc limit ${watchedRows})::text
        || array(select id from tracking_events order by timestamp desc, id desc limit ${watchedRows})::text) as visits
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The query for changes returned no row.");
  return row;
}

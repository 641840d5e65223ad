import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type Repetition } from "#app/platform/repeat.server.ts";
import { findChanges, type ChangeStamp, type Topic } from "./find-changes.server.ts";

/** Somebody who wants to be told of news. */
export type ChangeListener = {
  /** From now on nothing is missed: what is loaded after this is complete until the first news. */
  onReady(): void;
  onNews(topic: Topic): void;
  /** The program stops: nothing comes any more. */
  onEnd(): void;
};

/** Watches the lists of leads for news, wherever the process that stores them runs, as long as somebody listens. */
export type ChangeFeed = {
  /** @returns what ends it */
  listen(listener: ChangeListener): () => void;
  /** How many listen. */
  listeners(): number;
  /** Ends it for everybody, for good. */
  stop(): Promise<void>;
};

/** How soon what another process stored is told of here. */
const lookEveryMs = 1_000;
/** Visits come in crowds: nobody can read a list that moves more often. */
const visitsAtMostEveryMs = 5_000;

/**
 * Asks the database each second, and only while somebody listens (docs/decisions/0026-change-feed-by-polling.md).
 * @param deps.every the two pauses; shorter in tests alone
 */
export function createChangeFeed(deps: {
  db: Kysely<Database>;
  log: Log;
  every?: { lookMs: number; visitsMs: number };
}): ChangeFeed {
  const { lookMs, visitsMs } = deps.every ?? { lookMs: lookEveryMs, visitsMs: visitsAtMostEveryMs };
  const audience = createAudience();
  let looking: Repetition | undefined;
  let isStopped = false;
  let told: ChangeStamp | undefined;
  let visitsToldAt = Number.NEGATIVE_INFINITY;

  const onError = (error: unknown, inARow: number): void => {
    if (inARow === 1) deps.log.warn("change_feed.poll_failed", { error });
  };

  const look = async (): Promise<void> => {
    const found = await findChanges(deps.db);
    const before = told ?? found;
    const areVisitsDue = performance.now() - visitsToldAt >= visitsMs;
    const hasVisits = found.visits !== before.visits && areVisitsDue;
    if (hasVisits) visitsToldAt = performance.now();
    // What is not told of yet stays news.
    told = { leads: found.leads, visits: hasVisits ? found.visits : before.visits };
    if (found.leads !== before.leads) audience.tell("leads");
    if (hasVisits) audience.tell("visits");
    audience.welcomeNewcomers();
  };

  /** With nobody left it rests; what was told then is long past when it starts again. */
  const rest = async (): Promise<void> => {
    const resting = looking;
    looking = undefined;
    told = undefined;
    await resting?.stop();
  };

  return {
    listen(listener) {
      if (isStopped) {
        listener.onEnd();
        return () => undefined;
      }
      audience.add(listener);
      if (looking === undefined) looking = repeat({ pauseMs: lookMs, run: look, onError });
      else looking.hurry();
      return () => {
        if (audience.remove(listener) && audience.size() === 0) void rest();
      };
    },
    listeners: () => audience.size(),
    async stop() {
      isStopped = true;
      audience.dismiss();
      await rest();
    },
  };
}

/** Those who listen, and which of them have been told that they miss nothing. */
function createAudience() {
  const newcomers = new Set<ChangeListener>();
  const ready = new Set<ChangeListener>();
  return {
    add: (listener: ChangeListener) => void newcomers.add(listener),
    /** @returns whether it was there */
    remove(listener: ChangeListener): boolean {
      const wasNew = newcomers.delete(listener);
      return ready.delete(listener) || wasNew;
    },
    size: () => newcomers.size + ready.size,
    tell(topic: Topic): void {
      for (const listener of ready) listener.onNews(topic);
    },
    welcomeNewcomers(): void {
      for (const listener of newcomers) {
        ready.add(listener);
        listener.onReady();
      }
      newcomers.clear();
    },
    dismiss(): void {
      const all = [...newcomers, ...ready];
      newcomers.clear();
      ready.clear();
      for (const listener of all) listener.onEnd();
    },
  };
}

import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import { newKey } from "./new-key.client.ts";
import { post } from "./post.client.ts";
import { keepInTab, readFromTab } from "./tab-storage.client.ts";

/** What happened on a page, as `POST /functions/v1/tracking-events` takes it. */
export type TrackingEvent = {
  event_type: TrackingEventType;
  url: string;
  /** By this machine's clock; the server compares it with `sentAt`. */
  timestamp: string;
  timeOnPage: number;
  percentage?: number;
  idleTime?: number;
  target?: string;
  referrer?: string;
};

export type EventQueue = {
  add(event: TrackingEvent): void;
  /** Sends what is there. What the server does not acknowledge goes with the next page. */
  send(): void;
  clear(): void;
};

type QueuedEvent = TrackingEvent & { id: string };

const storageKey = "visit-events";
const mostQueued = 200;
/** So many are not kept waiting; and so many go at once, of at most some two thousand characters: a browser carries 64 KB past the end of a page. */
const batchSize = 20;
const waitMs = 15_000;

/**
 * Events of this tab that the server has not acknowledged. They are kept in the tab and not in the page, so that the next page sends
 * what this one could not; an event sent twice is stored once.
 * @param visitKey of the visit to which they belong; nothing is sent while there is none
 */
export function eventQueue(visitKey: () => string | undefined): EventQueue {
  const underWay = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const waiting = (): QueuedEvent[] => readQueue().filter(({ id }) => !underWay.has(id));
  const wait = (): void => {
    if (waiting().length > 0) timer ??= setTimeout(send, waitMs);
  };

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const visit = visitKey();
    const events = waiting().slice(0, batchSize);
    if (visit === undefined || events.length === 0) return wait();
    for (const { id } of events) underWay.add(id);
    void isSettled(visit, events).then((settled) => {
      if (settled) keepQueue(readQueue().filter((queued) => !events.some(({ id }) => id === queued.id)));
      for (const { id } of events) underWay.delete(id);
      if (settled && waiting().length >= batchSize) send();
      else wait();
    });
  }

  return {
    add(event) {
      keepQueue([...readQueue(), { id: newKey(), ...event }]);
      if (waiting().length >= batchSize) send();
      else wait();
    },
    send,
    clear() {
      keepQueue([]);
    },
  };
}

/** Whether the server has these events, or has said that it will never take them. */
async function isSettled(visit: string, events: readonly QueuedEvent[]): Promise<boolean> {
  try {
    const body = JSON.stringify({ visit, sentAt: new Date().toISOString(), events });
    const { ok, status } = await post("/functions/v1/tracking-events", body);
    return ok || (status < 500 && status !== 429);
  } catch {
    // No connection, or the page is going: they stay.
    return false;
  }
}

function readQueue(): QueuedEvent[] {
  try {
    const kept: unknown = JSON.parse(readFromTab(storageKey) ?? "[]");
    // Written below and nowhere else; the server looks at each for itself.
    return Array.isArray(kept) ? (kept as QueuedEvent[]) : [];
  } catch {
    return [];
  }
}

/** The latest, where the server has been away for long. */
function keepQueue(events: readonly QueuedEvent[]): void {
  keepInTab(storageKey, events.length === 0 ? null : JSON.stringify(events.slice(-mostQueued)));
}

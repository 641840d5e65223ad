import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import { newKey } from "./new-key.client.ts";
import { post } from "./post.client.ts";
import { writeToTab, readFromTab } from "./tab-storage.client.ts";

/** An event as `POST /functions/v1/tracking-events` accepts it. */
export type TrackingEvent = {
  event_type: TrackingEventType;
  url: string;
  /** By the browser's clock. The server compares it with `sentAt`. */
  timestamp: string;
  timeOnPage: number;
  percentage?: number;
  idleTime?: number;
  target?: string;
  referrer?: string;
};

export type EventQueue = {
  add(event: TrackingEvent): void;
  /** Sends the queued events. Events that the server does not acknowledge are sent by the next page. */
  send(): void;
  clear(): void;
};

type QueuedEvent = TrackingEvent & { id: string };

const storageKey = "visit-events";
const maxQueued = 200;
/** Browsers send at most 64 KB after a page is closed, and an event has at most about two thousand characters. */
const batchSize = 20;
const waitMs = 15_000;

/**
 * Events of this tab that the server has not acknowledged. They are stored in the tab, so that the next page can send them. A resent event
 * is stored once.
 * @param visitKey the key of the recorded visit; nothing is sent without one
 */
export function createEventQueue(visitKey: () => string | undefined): EventQueue {
  const inFlight = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const waiting = (): QueuedEvent[] => readQueue().filter(({ id }) => !inFlight.has(id));
  const wait = (): void => {
    if (waiting().length > 0) timer ??= setTimeout(send, waitMs);
  };

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const visit = visitKey();
    const events = waiting().slice(0, batchSize);
    if (visit === undefined || events.length === 0) return wait();
    for (const { id } of events) inFlight.add(id);
    void isSettled(visit, events).then((settled) => {
      if (settled) saveQueue(readQueue().filter((queued) => !events.some(({ id }) => id === queued.id)));
      for (const { id } of events) inFlight.delete(id);
      if (settled && waiting().length >= batchSize) send();
      else wait();
    });
  }

  return {
    add(event) {
      saveQueue([...readQueue(), { id: newKey(), ...event }]);
      if (waiting().length >= batchSize) send();
      else wait();
    },
    send,
    clear() {
      saveQueue([]);
    },
  };
}

/** Whether the server stored these events or permanently rejected them. */
async function isSettled(visit: string, events: readonly QueuedEvent[]): Promise<boolean> {
  try {
    const body = JSON.stringify({ visit, sentAt: new Date().toISOString(), events });
    const { ok, status } = await post("/functions/v1/tracking-events", body);
    return ok || (status < 500 && status !== 429);
  } catch {
    // Without a connection, or when the page closes, the events stay queued.
    return false;
  }
}

function readQueue(): QueuedEvent[] {
  try {
    const kept: unknown = JSON.parse(readFromTab(storageKey) ?? "[]");
    // Only `saveQueue` writes this value, and the server validates each event.
    return Array.isArray(kept) ? (kept as QueuedEvent[]) : [];
  } catch {
    return [];
  }
}

/** Keeps only the latest events if the server is unavailable for a long time. */
function saveQueue(events: readonly QueuedEvent[]): void {
  writeToTab(storageKey, events.length === 0 ? null : JSON.stringify(events.slice(-maxQueued)));
}

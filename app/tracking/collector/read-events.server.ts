import type * as z from "zod/mini";
import type { Touch } from "#app/data/schema/visitors.ts";
import type { ReadingDeps } from "./read-visit.server.ts";
import { isFromOutside, readTouch } from "#app/tracking/attribution/parse-touch.ts";
import type { NewEvent, VisitEvents } from "./store-events.server.ts";
import { trackingEventSchema, type trackingEventsSchema } from "./tracking-event.schema.ts";
import { plainLine } from "./visit.schema.ts";

/** Why an event is not stored. */
export type DropReason = "unreadable event" | "address that is no page" | "later than it was sent";

/** What is to be stored of a request, and how much of it is not. */
export type ReadEvents = VisitEvents & { dropped: ReadonlyMap<DropReason, number> };

const dayMs = 24 * 60 * 60 * 1_000;
/** A clock may be put right between an event and its sending. */
const toleranceMs = 60_000;

/** Reads the events of a request, each by itself. */
export function readEvents(
  deps: ReadingDeps,
  input: z.infer<typeof trackingEventsSchema>,
  receivedAt: Date,
): ReadEvents {
  const dropped = new Map<DropReason, number>();
  const events = input.events.flatMap((item) => {
    const event = readEvent(deps, item, input.sentAt, receivedAt);
    if (typeof event !== "string") return [event];
    dropped.set(event, (dropped.get(event) ?? 0) + 1);
    return [];
  });
  return { visitId: input.visit, events, dropped };
}

function readEvent(
  deps: ReadingDeps,
  item: unknown,
  sentAt: number | undefined,
  receivedAt: Date,
): NewEvent | DropReason {
  const parsed = trackingEventSchema.safeParse(item);
  if (!parsed.success) return "unreadable event";
  const event = parsed.data;
  const url = deps.ownPagePath(event.url);
  if (url === null) return "address that is no page";
  const timestamp = byOurClock(event.timestamp, sentAt, receivedAt);
  if (timestamp === null) return "later than it was sent";
  return {
    id: event.id,
    eventType: event.event_type,
    url,
    timestamp,
    percentage: event.percentage ?? null,
    idleTime: event.idleTime ?? null,
    timeOnPage: event.timeOnPage ?? null,
    target: readTarget(event.target),
    touch: event.event_type === "page_view" ? outsideTouch(deps, event, url, timestamp) : null,
  };
}

/**
 * When it happened, by our clock: the browser's may be off by days, but it knows how long ago it was. What is older than a day
 * counts as of now; null where it would lie in the future.
 */
function byOurClock(timestamp: number, sentAt: number | undefined, receivedAt: Date): Date | null {
  const received = receivedAt.getTime();
  const ageMs = (Number.isFinite(sentAt) ? Number(sentAt) : received) - timestamp;
  if (ageMs < -toleranceMs) return null;
  return ageMs < 0 || ageMs > dayMs ? receivedAt : new Date(received - ageMs);
}

/** What was pressed: a label or a path. A query or fragment stays behind, as with every address. */
function readTarget(target: string | undefined): string | null {
  return target === undefined ? null : plainLine(target.split(/[?#]/, 1)[0]);
}

/** Of a page that a link or a campaign outside led to; another is just the next page. */
function outsideTouch(
  { siteUrl }: ReadingDeps,
  event: z.infer<typeof trackingEventSchema>,
  landingPage: string,
  at: Date,
): Touch | null {
  const { url, referrer = "" } = event;
  // Most page views: there is nothing to read, and reading costs as much as all the rest of the event.
  if (!url.includes("?") && (referrer === "" || referrer.startsWith(`${siteUrl}/`))) return null;
  const touch = readTouch({ address: url, landingPage, referrer, at, siteUrl });
  return touch !== null && isFromOutside(touch) ? touch : null;
}

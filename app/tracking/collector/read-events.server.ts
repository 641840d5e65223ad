import type * as z from "zod/mini";
import type { Touch } from "#app/data/schema/visitors.ts";
import type { ReadingDeps } from "./read-visit.server.ts";
import { isFromOutside, readTouch } from "#app/tracking/attribution/parse-touch.ts";
import type { NewEvent, VisitEvents } from "./store-events.server.ts";
import { trackingEventSchema, type trackingEventsSchema } from "./tracking-event.schema.ts";
import { plainLine } from "./visit.schema.ts";

/** Why an event is not stored. */
export type DropReason = "unreadable event" | "URL without a page" | "later than it was sent";

/** The valid events of a request, and the number of dropped ones by reason. */
export type ReadEvents = VisitEvents & { dropped: ReadonlyMap<DropReason, number> };

const dayMs = 24 * 60 * 60 * 1_000;
/** The browser's clock may be adjusted between an event and its request. */
const toleranceMs = 60_000;

/** Validates each event of a request separately. */
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
  if (url === null) return "URL without a page";
  const timestamp = toServerTime(event.timestamp, sentAt, receivedAt);
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
    touch: event.event_type === "page_view" ? readOutsideTouch(deps, event, url, timestamp) : null,
  };
}

/**
 * Converts a browser time to server time. The browser's clock may be off by days, but the age of the event is reliable. An event older
 * than a day gets the time of receipt.
 * @returns null if the event would be in the future
 */
function toServerTime(timestamp: number, sentAt: number | undefined, receivedAt: Date): Date | null {
  const received = receivedAt.getTime();
  const ageMs = (Number.isFinite(sentAt) ? Number(sentAt) : received) - timestamp;
  if (ageMs < -toleranceMs) return null;
  return ageMs < 0 || ageMs > dayMs ? receivedAt : new Date(received - ageMs);
}

/** The label or the path of a clicked link, without query and fragment. */
function readTarget(target: string | undefined): string | null {
  return target === undefined ? null : plainLine(target.split(/[?#]/, 1)[0]);
}

/** The touch of a page view that came from another site or a campaign; null for other page views. */
function readOutsideTouch(
  { siteUrl }: ReadingDeps,
  event: z.infer<typeof trackingEventSchema>,
  landingPage: string,
  at: Date,
): Touch | null {
  const { url, referrer = "" } = event;
  // Skips parsing for most page views, because it costs as much as the rest of the event.
  if (!url.includes("?") && (referrer === "" || referrer.startsWith(`${siteUrl}/`))) return null;
  const touch = readTouch({ address: url, landingPage, referrer, at, siteUrl });
  return touch !== null && isFromOutside(touch) ? touch : null;
}

import * as z from "zod/mini";
import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import { uuid } from "./visit.schema.ts";

const mostEvents = 50;

const eventTypes = [
  "page_view",
  "scroll_depth",
  "user_idle",
  "call_to_action",
  "booking_click",
] as const satisfies readonly TrackingEventType[];

/** A moment by the browser's clock, as ISO 8601 or in milliseconds. */
const moment = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => new Date(value).getTime()),
);

/** What one request tells of one visit. Each event is read by itself, so that one that is no good takes no other along. */
export const trackingEventsSchema = z.object({
  visit: uuid(),
  /** When it was sent, by the browser's clock. */
  sentAt: z.optional(moment),
  events: z.array(z.unknown()).check(z.maxLength(mostEvents)),
});

/** A duration in milliseconds, as large as its column. A tab can be open for weeks. */
const duration = z.optional(
  z.number().check(
    z.minimum(0),
    z.overwrite((ms) => Math.min(Math.round(ms), 2_147_483_647)),
  ),
);

/** An event as specification section 3 has it, with an id that makes it the same event when it is sent again. */
export const trackingEventSchema = z.object({
  id: uuid(),
  event_type: z.enum(eventTypes),
  url: z.string(),
  timestamp: moment.check(z.refine((ms) => Number.isFinite(ms))),
  percentage: z.optional(
    z.number().check(
      z.minimum(0),
      z.maximum(100),
      z.overwrite((share) => Math.round(share)),
    ),
  ),
  idleTime: duration,
  timeOnPage: duration,
  target: z.optional(z.string()),
  /** Of a page view. */
  referrer: z.optional(z.string()),
});

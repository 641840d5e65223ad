import * as z from "zod/mini";
import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import { clippedText, uuid } from "./visit.schema.ts";

const maxEvents = 50;

const eventTypes = [
  "page_view",
  "scroll_depth",
  "user_idle",
  "call_to_action",
  "booking_click",
] as const satisfies readonly TrackingEventType[];

/** A time of the browser's clock, in ISO 8601 or in milliseconds. */
const moment = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => new Date(value).getTime()),
);

/** The events of one visit. Each event is validated separately, so that an invalid one does not affect the others. */
export const trackingEventsSchema = z.object({
  visit: uuid(),
  /** Time of the request, by the browser's clock. */
  sentAt: z.optional(moment),
  events: z.array(z.unknown()).check(z.maxLength(maxEvents)),
});

/** A duration in milliseconds, capped at the size of its column, because a tab can stay open for weeks. */
const duration = z.optional(
  z.number().check(
    z.minimum(0),
    z.overwrite((ms) => Math.min(Math.round(ms), 2_147_483_647)),
  ),
);

/** An event of specification section 3, with an id that identifies a resent event. */
export const trackingEventSchema = z.object({
  id: uuid(),
  event_type: z.enum(eventTypes),
  url: clippedText(),
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
  target: z.optional(clippedText()),
  /** Only for page views. */
  referrer: z.optional(clippedText()),
});

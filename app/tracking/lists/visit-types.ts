import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import type { TrafficClass } from "#app/data/schema/visitors.ts";

export const trafficClasses = ["person", "unsure", "machine"] as const satisfies readonly TrafficClass[];

export const trackingEventTypes = [
  "page_view",
  "scroll_depth",
  "user_idle",
  "call_to_action",
  "booking_click",
] as const satisfies readonly TrackingEventType[];

/** The displayed source of a visit without one, which the source filter also accepts (specification section 2). */
export const directSource = "Direct";

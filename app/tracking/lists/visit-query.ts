import type { ListDays } from "#app/data/lists/list-days.ts";
import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import type { TrafficClass } from "#app/data/schema/visitors.ts";

export type { TrackingEventType, TrafficClass };

export const trafficClasses = ["person", "unsure", "machine"] as const satisfies readonly TrafficClass[];

export const trackingEventTypes = [
  "page_view",
  "scroll_depth",
  "user_idle",
  "call_to_action",
  "booking_click",
] as const satisfies readonly TrackingEventType[];

export type VisitorSort = "newest" | "oldest";

export type VisitorQuery = ListDays & {
  /** Finds only visits of people who gave a name. */
  search?: string | undefined;
  /** Exactly as it is displayed. */
  source?: string | undefined;
  trafficClass?: TrafficClass | undefined;
  sort: VisitorSort;
};

export type TrackingSort = "newest" | "oldest";

export type TrackingQuery = ListDays & {
  eventType?: TrackingEventType | undefined;
  /** The exact path. */
  page?: string | undefined;
  /** The id of the visit. */
  visit?: string | undefined;
  sort: TrackingSort;
};

/** The displayed source of a visit without one, which the source filter also accepts (specification section 2). */
export const directSource = "Direct";

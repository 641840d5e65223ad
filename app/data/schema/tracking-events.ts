import type { Touch } from "./visitors.ts";

/**
 * Table `tracking_events`: events during a visit (specification section 3). Owner: tracking. Personal data: that of its visit. Kept as
 * long as the visit.
 */
export type TrackingEventsTable = {
  id: string;
  visitId: string;
  eventType: TrackingEventType;
  url: string;
  timestamp: Date;
  percentage: number | null;
  idleTime: number | null;
  timeOnPage: number | null;
  target: string | null;
  touch: Touch | null;
};

export type TrackingEventType =
  | "page_view"
  | "scroll_depth"
  | "user_idle"
  | "call_to_action"
  | "booking_click";

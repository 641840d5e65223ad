import type { Touch } from "./visitors.ts";

/**
 * Table `tracking_events`: what happened on pages during a visit (specification section 3). Owner: tracking. Personal data: none of
 * its own, but of the visit that it belongs to. Kept as long as that.
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

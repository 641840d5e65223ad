import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import type { TrafficClass } from "#app/data/schema/visitors.ts";
import type { Level } from "#app/assessments/questions/score.ts";

// What can be asked of the lists of leads. Days are like 2026-11-21, both whole, by the practice’s calendar.

export type { SignupState, TrackingEventType, TrafficClass };

export const signupStates = [
  "seat",
  "waiting",
  "cancelled",
  "next-date",
  "told",
  "repeat",
] as const satisfies readonly SignupState[];

export const trafficClasses = ["person", "unsure", "machine"] as const satisfies readonly TrafficClass[];

export const trackingEventTypes = [
  "page_view",
  "scroll_depth",
  "user_idle",
  "call_to_action",
  "booking_click",
] as const satisfies readonly TrackingEventType[];

export type Days = { from?: string | undefined; to?: string | undefined };

/** Of equal scores, `highest` has the newest first, and `lowest` the oldest. */
export type AssessmentSort = "newest" | "oldest" | "highest" | "lowest" | "name";

export type AssessmentQuery = Days & {
  /** Words that the person's name, address and telephone number hold together. */
  search?: string | undefined;
  level?: Level | undefined;
  sort: AssessmentSort;
};

export type SignupSort = "newest" | "oldest" | "name";

export type SignupQuery = Days & {
  search?: string | undefined;
  /** Its id. */
  event?: string | undefined;
  state?: SignupState | undefined;
  sort: SignupSort;
};

export type VisitorSort = "newest" | "oldest";

export type VisitorQuery = Days & {
  /** Finds only visits of people who gave a name. */
  search?: string | undefined;
  /** Exactly as it is shown. */
  source?: string | undefined;
  trafficClass?: TrafficClass | undefined;
  sort: VisitorSort;
};

export type TrackingSort = "newest" | "oldest";

export type TrackingQuery = Days & {
  eventType?: TrackingEventType | undefined;
  /** Its path, exactly. */
  page?: string | undefined;
  /** Its id. */
  visit?: string | undefined;
  sort: TrackingSort;
};

/** What a visit without a source is shown as, and found by (specification section 2). */
export const directSource = "Direct";

import type { DestinationState, StopReason } from "#app/data/schema/integrations.ts";

export type { DestinationKind, DestinationState } from "#app/data/schema/integrations.ts";

/** How the staff area names the states of a destination. */
export const destinationStateNames: Record<DestinationState, string> = {
  active: "Active",
  paused: "Paused",
  stopped: "Stopped",
};

/** Why the program stopped a destination, and what to do. */
export const stopReasonTexts: Record<StopReason, string> = {
  gone: "The endpoint responded that it no longer exists (410). Events wait. Correct the URL, then resume.",
  unauthorized: "The access token was rejected. Leads wait. Enter a new token.",
};

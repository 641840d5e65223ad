import type { DeliveryState } from "#app/data/schema/integrations.ts";

export type { DeliveryState } from "#app/data/schema/integrations.ts";

/** How the staff area names the states of a delivery. */
export const deliveryStateNames: Record<DeliveryState, string> = {
  waiting: "Waiting",
  sending: "Sending",
  delivered: "Delivered",
  failed: "Failed",
  skipped: "Skipped",
};

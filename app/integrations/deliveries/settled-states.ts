import type { DeliveryState } from "#app/data/schema/integrations.ts";

/** States from which a delivery can be sent again. A receiver recognizes a repetition by the id, which stays the same. */
const settledStates = ["delivered", "failed", "skipped"] as const satisfies readonly DeliveryState[];

export type SettledState = (typeof settledStates)[number];

export function isSettled(state: DeliveryState): state is SettledState {
  return settledStates.some((settled) => settled === state);
}

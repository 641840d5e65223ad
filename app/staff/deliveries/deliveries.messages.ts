import type { DeliveryState } from "#app/integrations/deliveries/delivery-states.messages.ts";

/** Each state explained. */
export const deliveryStateTexts: Record<DeliveryState, string> = {
  waiting: "Waiting for the next automatic attempt.",
  sending: "A server is sending it now.",
  delivered: "The receiver accepted it.",
  failed: "Delivery failed. Fix the problem, then replay it.",
  skipped: "Not sent, for the reason below.",
};

/** Colors of the badges. */
export const deliveryStateTones: Record<DeliveryState, "low" | "middle" | "high" | "bad"> = {
  waiting: "middle",
  sending: "middle",
  delivered: "high",
  failed: "bad",
  skipped: "low",
};

export const deliveryTexts = {
  title: "Delivery log",
  deliveryTitle: "Delivery",
  back: "Integrations",
  backToLog: "Delivery log",
  empty: "Nothing has been sent yet. Lead events appear here as soon as an integration subscribes to them.",
  replayFailed: "Replay failed deliveries",
  replay: "Replay",
  refresh: "Refresh",
  person: "Open person",
  data: "Data",
  dataAbout: "Contact details are not stored here.",
  contactAdded: "Current contact details are added when it is sent.",
  unknown: "This delivery does not exist, or it was deleted with its person or integration.",
} as const;

/** Confirmations by the parameter `done` of the URL. */
export const deliveryDoneTexts = {
  replayed: "The event will be sent in a few seconds, with the same ID.",
  all: "The failed deliveries will be sent again.",
  none: "There is nothing to replay.",
  test: "The test event is being sent. Refresh to see the result.",
} as const;

export type DeliveryDone = keyof typeof deliveryDoneTexts;

export function isDeliveryDone(value: string | null): value is DeliveryDone {
  return value !== null && Object.hasOwn(deliveryDoneTexts, value);
}

/** Why a delivery cannot be replayed. */
export const replayRefusals = {
  unknown: "This delivery no longer exists.",
  waiting: "This delivery is already waiting for its next attempt.",
  sending: "This delivery is being sent. Refresh to see the result.",
} as const;

import type { findDelivery } from "#app/integrations/deliveries/list-deliveries.server.ts";
import { isSettled } from "#app/integrations/deliveries/settled-states.ts";
import { deliveryStateNames } from "#app/integrations/deliveries/delivery-states.messages.ts";
import { getEventName } from "#app/integrations/destinations/event-types.messages.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { deliveryStateTexts, deliveryStateTones, deliveryTexts } from "./deliveries.messages.ts";

type StoredDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** A delivery for the browser. */
export function createDeliveryView(delivery: StoredDelivery, now: Date) {
  const { id, event, state, data, latestFormId, includesContact, kind } = delivery;
  const format = (moment: Date): string => describeMoment(moment, now, practice.timeZone).exact;
  const isOver = isSettled(state);
  return {
    id,
    title: getEventName(event),
    badge: { label: deliveryStateNames[state], tone: deliveryStateTones[state] },
    explanation: deliveryStateTexts[state],
    isSettled: isOver,
    /** Leads to the page of the person. */
    formId: latestFormId,
    facts: [
      ["Event", event],
      ["Integration", delivery.destination],
      ["ID", id],
      ["Occurred", format(delivery.occurredAt)],
      ["Attempts", String(delivery.attempts)],
      ...(delivery.responseCode === null ? [] : [["Response", String(delivery.responseCode)] as const]),
      ...(delivery.problem === null ? [] : [["Problem", delivery.problem] as const]),
      ...(state === "waiting" ? [["Next attempt", format(delivery.nextTryAt)] as const] : []),
      ...(delivery.settledAt === null ? [] : [["Completed", format(delivery.settledAt)] as const]),
    ] satisfies (readonly [string, string])[],
    data: {
      about: `${deliveryTexts.dataAbout}${includesContact || kind === "wealthbox" ? ` ${deliveryTexts.contactAdded}` : ""}`,
      text: JSON.stringify(data, null, 2),
    },
  };
}

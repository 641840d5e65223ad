import {
  destinationStateNames,
  stopReasonTexts,
} from "#app/integrations/destinations/destination-states.messages.ts";
import type { ListedDestination } from "#app/integrations/destinations/list-destinations.server.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { destinationStateTones, integrationTexts } from "./integrations.messages.ts";

/** A destination for the browser, without the path of its URL, which can contain a key of the receiver. */
export type DestinationView = {
  id: string;
  name: string;
  host: string;
  badge: { label: string; tone: string };
  /** Why the program stopped it. */
  problem: string | undefined;
  isActive: boolean;
  /** For the list of all. */
  summary: readonly (readonly [name: string, value: string])[];
  facts: readonly (readonly [name: string, value: string])[];
};

export function createDestinationView(destination: ListedDestination, now: Date): DestinationView {
  const { id, kind, name, url, state, stopReason, events, includesContact, waiting, failed } = destination;
  const format = (moment: Date): string => describeMoment(moment, now, practice.timeZone).exact;
  const contact = includesContact ? integrationTexts.contactIncluded : integrationTexts.contactLeftOut;
  const summary = [
    ...(kind === "webhook"
      ? ([
          [integrationTexts.events, events.join(", ")],
          [integrationTexts.contact, contact],
        ] as const)
      : []),
    [
      integrationTexts.lastDelivered,
      destination.lastDeliveredAt === null ? integrationTexts.never : format(destination.lastDeliveredAt),
    ],
    ...(waiting === 0 ? [] : [[integrationTexts.waiting, count.format(waiting)] as const]),
    ...(failed === 0 ? [] : [[integrationTexts.failed, count.format(failed)] as const]),
  ] satisfies DestinationView["summary"];
  return {
    id,
    name,
    host: url === null ? "" : new URL(url).host,
    badge: { label: destinationStateNames[state], tone: destinationStateTones[state] },
    problem: stopReason === null ? undefined : stopReasonTexts[stopReason],
    isActive: state === "active",
    summary,
    facts: [
      ...summary,
      ...(destination.notBefore === null
        ? []
        : [[integrationTexts.busyUntil, format(destination.notBefore)] as const]),
      ...(destination.previousSecretUntil === null
        ? []
        : [[integrationTexts.previousSecret, format(destination.previousSecretUntil)] as const]),
      [integrationTexts.added, `${format(destination.createdAt)}, ${destination.createdBy}`],
    ],
  };
}

const count = new Intl.NumberFormat("en-US");

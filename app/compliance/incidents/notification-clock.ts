import type { IncidentKind, IncidentState } from "#app/data/schema/incidents.ts";
import { addDays } from "#app/platform/calendar/day-in.ts";

/**
 * The firm notifies affected people as soon as practicable, and no later than 30 days after it becomes aware that unauthorized access to
 * customer information or its use has occurred or is reasonably likely to have occurred (17 CFR 248.30(a)(4)(iii), as amended in 2024).
 */
export const maxNotificationDays = 30;

/** The last day of the notice about an incident. @returns undefined if none is due */
export function findNotificationDay({
  kind,
  state,
  discoveredOn,
}: {
  kind: IncidentKind;
  state: IncidentState;
  discoveredOn: string;
}): string | undefined {
  return kind === "incident" && state === "open" ? addDays(discoveredOn, maxNotificationDays) : undefined;
}

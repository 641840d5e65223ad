import { shortDate } from "#app/platform/calendar/long-date.ts";
import type { findIncident } from "#app/compliance/incidents/incidents.server.ts";
import {
  incidentKindNames,
  incidentStateNames,
  statesOfKind,
} from "#app/compliance/incidents/incident.messages.ts";
import { findNotificationDay } from "#app/compliance/incidents/notification-clock.ts";
import type { IncidentKind, IncidentState } from "#app/compliance/incidents/incident.messages.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { incidentTexts } from "./incidents.messages.ts";

type Incident = { id: number; kind: IncidentKind; state: IncidentState; discoveredOn: string };

/** An entry of the log for the browser. @param today ISO date */
export function createIncidentView(incident: Incident, today: string) {
  const { id, kind, state, discoveredOn } = incident;
  const due = findNotificationDay(incident);
  return {
    id,
    title: incidentTexts.entry(id),
    kind: incidentKindNames[kind],
    isIncident: kind === "incident",
    states: statesOfKind[kind],
    // Earlier complaints can have a state that complaints no longer get.
    nextState: state in statesOfKind[kind] ? state : "closed",
    stateHint: kind === "incident" ? incidentTexts.stateHint : undefined,
    stateName: incidentStateNames[state],
    discovered: shortDate(discoveredOn),
    due: due === undefined ? "" : shortDate(due),
    isLate: due !== undefined && due < today,
  };
}

export type IncidentView = ReturnType<typeof createIncidentView>;

type FoundIncident = NonNullable<Awaited<ReturnType<typeof findIncident>>>;

export function createIncidentPageView({ incident, notes }: FoundIncident, today: string) {
  const { timeZone } = practice;
  return {
    ...createIncidentView(incident, today),
    revision: incident.revision,
    description: incident.description,
    opened: incidentTexts.opened(incident.openedBy, momentIn(timeZone, incident.openedAt)),
    notes: notes.map(({ revision, state, note, notedBy, notedAt }) => ({
      revision,
      state: incidentStateNames[state],
      note,
      by: incidentTexts.opened(notedBy, momentIn(timeZone, notedAt)),
    })),
  };
}

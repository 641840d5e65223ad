import type { IncidentKind, IncidentState } from "#app/data/schema/incidents.ts";

export type { IncidentKind, IncidentState };

export const incidentKindNames: Record<IncidentKind, string> = {
  complaint: "Complaint",
  incident: "Personal data incident",
};

export const incidentStateNames: Record<IncidentState, string> = {
  open: "Open",
  notified: "People notified",
  "not-required": "No notice required",
  closed: "Closed",
};

/** The states that staff can choose for an entry. Those about notifying people apply to incidents only. */
export const statesOfKind: Record<IncidentKind, Partial<Record<IncidentState, string>>> = {
  complaint: { open: incidentStateNames.open, closed: incidentStateNames.closed },
  incident: incidentStateNames,
};

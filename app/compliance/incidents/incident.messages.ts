import type { IncidentKind, IncidentState } from "#app/data/schema/incidents.ts";

export type { IncidentKind, IncidentState };

export const incidentKindNames: Record<IncidentKind, string> = {
  complaint: "Complaint",
  incident: "Incident with personal data",
};

export const incidentStateNames: Record<IncidentState, string> = {
  open: "Open",
  notified: "People notified",
  "not-required": "No notice required",
  closed: "Closed",
};

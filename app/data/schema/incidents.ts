import type { Generated, GeneratedAlways } from "kysely";

export type IncidentKind = "complaint" | "incident";

export type IncidentState = "open" | "notified" | "not-required" | "closed";

/**
 * Table `incidents`: complaints, and incidents with personal data. Owner: compliance. Personal data: what colleagues write about a complaint or
 * an incident, and their email addresses. Kept permanently; the database rejects changes of what was reported.
 */
export type IncidentsTable = {
  id: GeneratedAlways<number>;
  kind: IncidentKind;
  /** ISO date in the firm's time zone. */
  discoveredOn: string;
  description: string;
  openedAt: Date;
  openedBy: string;
  /** The number of notes. */
  revision: Generated<number>;
  /** Of the latest note. */
  state: Generated<IncidentState>;
};

/**
 * Table `incident_notes`: what was done about a complaint or an incident. Owner: compliance. Personal data: what owners write, and their
 * email addresses. Kept permanently; the database rejects changes.
 */
export type IncidentNotesTable = {
  incidentId: number;
  revision: number;
  notedAt: Date;
  notedBy: string;
  /** After the note. */
  state: IncidentState;
  note: string;
};

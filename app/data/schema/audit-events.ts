import type { Generated } from "kysely";
import type { Json } from "./quarantined-submissions.ts";

/**
 * Table `audit_events`: who did what, append-only. Owner: audit. Personal data: e-mail addresses of staff, and the address that a
 * request came from; other persons as a keyed digest. Kept while the practice keeps its books and records.
 */
export type AuditEventsTable = {
  id: Generated<number>;
  at: Generated<Date>;
  action: string;
  actorKind: "staff" | "shell" | "nobody";
  actorId: string | null;
  actorEmail: string | null;
  /** `<kind>:<id>`. */
  subject: string | null;
  details: Generated<Json>;
  clientAddress: string | null;
};

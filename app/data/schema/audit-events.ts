import type { Generated } from "kysely";
import type { Json } from "./quarantined-submissions.ts";

/**
 * Table `audit_events`: the append-only audit log. Owner: audit. Personal data: email addresses of staff and network addresses of
 * requests; other people appear as a keyed digest. Kept as long as the firm's books and records.
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

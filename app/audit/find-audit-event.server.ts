import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** A row of the audit log, for whoever tells somebody of it. */
export async function findAuditEvent(db: Kysely<Database>, id: number) {
  return db
    .selectFrom("auditEvents")
    .select(["at", "action", "actorKind", "actorId", "subject", "details"])
    .where("id", "=", id)
    .executeTakeFirst();
}

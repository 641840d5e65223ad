import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Finds an entry of the audit log, for the email that reports it. */
export async function findAuditEvent(db: Kysely<Database>, id: number) {
  return db
    .selectFrom("auditEvents")
    .select(["at", "action", "actorKind", "actorId", "subject", "details"])
    .where("id", "=", id)
    .executeTakeFirst();
}

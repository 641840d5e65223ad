import type { Kysely } from "kysely";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { until } from "./running-server.ts";

/** Seals all events of the audit log. The program of a test seals them as well, and only one of both can at a time. */
export async function sealAllEvents(db: Kysely<Database>): Promise<void> {
  await until("the seal of all events", async () => (await sealAuditLog(db)).isComplete);
}

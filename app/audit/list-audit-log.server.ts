import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { type List, listOf } from "#app/data/lists/create-list-query.server.ts";
import {
  lineColumns,
  auditConditions,
  auditDays,
  type AuditFilter,
  type AuditLine,
} from "./list-audit-events.server.ts";

/** Filter and sort order of the audit log. */
export type AuditLogQuery = AuditFilter & { sort: "newest" | "oldest" };

/** Lists matching entries of the audit log by time. */
export function listAuditLog(db: Kysely<Database>, query: AuditLogQuery): List<AuditLine> {
  const days = auditDays(query);
  return listOf(db, {
    table: "auditEvents",
    rows: db.selectFrom("auditEvents").select(lineColumns),
    order: { by: [days.column], direction: query.sort === "newest" ? "desc" : "asc" },
    conditions: auditConditions(query),
    days,
    // Longer numbers exceed the range of row ids.
    idOf: (word) => (/^\d{1,15}$/.test(word) ? Number(word) : undefined),
  });
}

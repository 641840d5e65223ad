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

/** What is asked of the log, and in which order it is read. */
export type AuditLogQuery = AuditFilter & { sort: "newest" | "oldest" };

/** The rows of the audit log that fit a query, by when things were done. */
export function listAuditLog(db: Kysely<Database>, query: AuditLogQuery): List<AuditLine> {
  const days = auditDays(query);
  return listOf(db, {
    table: "auditEvents",
    rows: db.selectFrom("auditEvents").select(lineColumns),
    order: { by: [days.column], direction: query.sort === "newest" ? "desc" : "asc" },
    conditions: auditConditions(query),
    days,
    // Whatever is longer is no number of a row.
    idOf: (word) => (/^\d{1,15}$/.test(word) ? Number(word) : undefined),
  });
}

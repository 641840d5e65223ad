import { sql } from "kysely";
import { defineListQuery, type QueryOfList } from "#app/data/lists/define-list-query.server.ts";
import { auditConditions, lineColumns } from "./list-audit-events.server.ts";

const at = sql.ref<Date>("at");

/** The audit log by the time of the events. @param timeZone the zone of the days in a query */
export function listAuditLog({ timeZone }: { timeZone: string }) {
  return defineListQuery({
    table: "auditEvents",
    columns: lineColumns,
    select: (db) => db.selectFrom("auditEvents").select(lineColumns),
    sorts: { newest: { by: [at], direction: "desc" }, oldest: { by: [at], direction: "asc" } },
    filters: {
      action: auditConditions.action,
      /** An email address in any case, or a kind of actor without an address. */
      who: (actor: string) => auditConditions.actor(actor.toLowerCase()),
      /** One subject, or several separated by commas. */
      about: (subjects: string) => auditConditions.subjects(subjects.split(",")),
    },
    days: { column: at, timeZone },
    // A longer number exceeds the range of ids.
    parseId: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  });
}

export type AuditLogQuery = QueryOfList<ReturnType<typeof listAuditLog>>;

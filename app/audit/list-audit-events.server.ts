import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { withinDays } from "#app/data/within-days.server.ts";
import type { AuditAction } from "./audit-action.ts";

/** What is asked of the audit log. What is not named is not asked. */
export type AuditFilter = {
  action?: AuditAction | undefined;
  /** An address as it was then, in lower case, or a kind of actor that has none. */
  actor?: string | undefined;
  subject?: string | undefined;
  /** Days like 2026-11-01, both whole, on the clocks of the zone. */
  since?: string | undefined;
  until?: string | undefined;
  timeZone: string;
};

/** Which rows of the audit log. */
export type AuditQuery = AuditFilter & {
  /** Rows before the one with this id. */
  before?: number | undefined;
  limit: number;
};

/** The newest first. */
export async function listAuditEvents(db: Kysely<Database>, query: AuditQuery) {
  return db
    .selectFrom("auditEvents")
    .select(["id", "at", "action", "actorKind", "actorId", "actorEmail", "subject", "details"])
    .select("clientAddress")
    .where((eb) => eb.and(auditConditions(eb, query)))
    .$if(query.before !== undefined, (rows) => rows.where("id", "<", query.before ?? 0))
    .orderBy("id", "desc")
    .limit(query.limit)
    .execute();
}

export type AuditLine = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** The same for whoever turns the log over page by page. */
export function auditConditions(eb: ExpressionBuilder<Database, "auditEvents">, query: AuditFilter) {
  const { action, actor, subject, since, until, timeZone } = query;
  return [
    action === undefined ? [] : eb("action", "=", action),
    actor === undefined ? [] : actorIs(eb, actor),
    subject === undefined ? [] : eb("subject", "=", subject),
    withinDays(sql.ref("at"), { from: since, to: until, timeZone }),
  ].flat();
}

function actorIs(eb: ExpressionBuilder<Database, "auditEvents">, actor: string) {
  return actor === "shell" || actor === "nobody" ? eb("actorKind", "=", actor) : eb("actorEmail", "=", actor);
}

import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { AuditAction } from "./audit-action.ts";

/** Which rows of the audit log. What is not named is not asked. */
export type AuditQuery = {
  action?: AuditAction | undefined;
  /** An address as it was then, in lower case, or a kind of actor that has none. */
  actor?: string | undefined;
  subject?: string | undefined;
  /** Days like 2026-11-01, both whole, on the clocks of the zone. */
  since?: string | undefined;
  until?: string | undefined;
  timeZone: string;
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
    .where((eb) => eb.and(conditions(eb, query)))
    .orderBy("id", "desc")
    .limit(query.limit)
    .execute();
}

export type AuditLine = Awaited<ReturnType<typeof listAuditEvents>>[number];

function conditions(eb: ExpressionBuilder<Database, "auditEvents">, query: AuditQuery) {
  const { action, actor, subject, since, until, timeZone, before } = query;
  return [
    action === undefined ? [] : eb("action", "=", action),
    actor === undefined ? [] : actorIs(eb, actor),
    subject === undefined ? [] : eb("subject", "=", subject),
    since === undefined ? [] : sql<boolean>`at >= ${since}::date::timestamp at time zone ${timeZone}`,
    until === undefined ? [] : sql<boolean>`at < (${until}::date + 1)::timestamp at time zone ${timeZone}`,
    before === undefined ? [] : eb("id", "<", before),
  ].flat();
}

function actorIs(eb: ExpressionBuilder<Database, "auditEvents">, actor: string) {
  return actor === "shell" || actor === "nobody" ? eb("actorKind", "=", actor) : eb("actorEmail", "=", actor);
}

import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { withinDays } from "#app/data/lists/days.server.ts";
import type { AuditAction } from "./audit-action.ts";

/** What is asked of the audit log. What is not named is not asked. */
export type AuditFilter = {
  action?: AuditAction | undefined;
  /** An address as it was then, in lower case, or a kind of actor that has none. */
  actor?: string | undefined;
  /** Matches entries about any of these subjects. A person has one subject key per application secret. */
  subjects?: readonly string[] | undefined;
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
  const { column, ...days } = auditDays(query);
  return db
    .selectFrom("auditEvents")
    .select(lineColumns)
    .where((eb) => eb.and([...auditConditions(query), ...withinDays(column, days)]))
    .$if(query.before !== undefined, (rows) => rows.where("id", "<", query.before ?? 0))
    .orderBy("id", "desc")
    .limit(query.limit)
    .execute();
}

export type AuditLine = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** What is told of a row. */
export const lineColumns = [
  "id",
  "at",
  "action",
  "actorKind",
  "actorId",
  "actorEmail",
  "subject",
  "details",
  "clientAddress",
] as const;

/** What holds of the rows that are asked for, but for their days. */
export function auditConditions({ action, actor, subjects }: AuditFilter): RawBuilder<boolean>[] {
  return [
    action === undefined ? [] : sql<boolean>`action = ${action}`,
    actor === undefined ? [] : actorIs(actor),
    subjects === undefined ? [] : sql<boolean>`subject in (${sql.join([...subjects])})`,
  ].flat();
}

/** The days that are asked for. */
export function auditDays({ since, until, timeZone }: AuditFilter) {
  return { column: at, from: since, to: until, timeZone };
}

const at = sql.ref<Date>("at");

function actorIs(actor: string): RawBuilder<boolean> {
  return actor === "shell" || actor === "nobody"
    ? sql<boolean>`actor_kind = ${actor}`
    : sql<boolean>`actor_email = ${actor}`;
}

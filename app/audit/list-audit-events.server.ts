import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { inDays } from "#app/data/lists/days.server.ts";
import type { AuditAction } from "./audit-action.ts";

/** Filters of the audit log. */
export type AuditFilter = {
  action?: AuditAction | undefined;
  /** The email address when the event was recorded, in lower case, or a kind of actor without an address. */
  actor?: string | undefined;
  /** Matches entries about any of these subjects. A person has one subject key per application secret. */
  subjects?: readonly string[] | undefined;
  /** Days like 2026-11-01, both inclusive. */
  since?: string | undefined;
  until?: string | undefined;
  timeZone: string;
};

export type AuditQuery = AuditFilter & {
  /** Only rows with a lower id. */
  before?: number | undefined;
  limit: number;
};

/** The newest entries, for the command line. */
export async function listAuditEvents(db: Kysely<Database>, query: AuditQuery) {
  return db
    .selectFrom("auditEvents")
    .select(lineColumns)
    .where((eb) =>
      eb.and([
        ...filterConditions(query),
        ...inDays(at, { from: query.since, to: query.until, timeZone: query.timeZone }),
      ]),
    )
    .$if(query.before !== undefined, (rows) => rows.where("id", "<", query.before ?? 0))
    .orderBy("id", "desc")
    .limit(query.limit)
    .execute();
}

export type AuditLine = Awaited<ReturnType<typeof listAuditEvents>>[number];

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

const at = sql.ref<Date>("at");

export const auditConditions = {
  action: (action: AuditAction) => sql<boolean>`action = ${action}`,
  /** @param actor an email address, `shell`, or `visitor` for a request without a session, which is stored as "nobody" */
  actor: (actor: string) => {
    const kind = actor === "visitor" ? "nobody" : actor;
    return kind === "shell" || kind === "nobody"
      ? sql<boolean>`actor_kind = ${kind}`
      : sql<boolean>`actor_email = ${actor}`;
  },
  subjects: (subjects: readonly string[]) => sql<boolean>`subject in (${sql.join([...subjects])})`,
};

function filterConditions({ action, actor, subjects }: AuditFilter): RawBuilder<boolean>[] {
  return [
    action === undefined ? [] : auditConditions.action(action),
    actor === undefined ? [] : auditConditions.actor(actor),
    subjects === undefined ? [] : auditConditions.subjects(subjects),
  ].flat();
}

/** The last entries with one of the actions after a time and until another, oldest first. */
export async function listAuditEventsBetween(
  db: Kysely<Database>,
  query: { actions: readonly AuditAction[]; after: Date; until: Date; limit: number },
) {
  const newest = await db
    .selectFrom("auditEvents")
    .select(["at", "action", "actorKind", "actorEmail"])
    .where("action", "in", query.actions)
    .where("at", ">", query.after)
    .where("at", "<=", query.until)
    .orderBy("id", "desc")
    .limit(query.limit)
    .execute();
  return newest.toReversed();
}

/** Finds an entry of the audit log, for the email that reports it. */
export async function findAuditEvent(db: Kysely<Database>, id: number) {
  return db
    .selectFrom("auditEvents")
    .select(["at", "action", "actorKind", "actorId", "actorEmail", "subject", "details"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the time of the latest audit entry of each account. Accounts without entries are missing. */
export async function findLastActs(
  db: Kysely<Database>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select account.id, act.at
    from unnest(${[...accountIds]}::text[]) as account (id)
    cross join lateral (
      select at from audit_events where actor_id = account.id order by id desc limit 1
    ) as act`.execute(db);
  return new Map(rows.map((row) => [row.id, row.at]));
}

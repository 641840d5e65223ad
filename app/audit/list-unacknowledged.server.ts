import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { AuditAction } from "./audit-action.ts";

/** The detail of an acknowledgment that has the id of the latest entry that the person had seen. */
export const seenDetail = "seen";

/** What happened to a subject since the last acknowledgment. */
export type UnacknowledgedSubject = { subject: string; firstAt: Date; latestId: number };

/**
 * The subjects of entries that no one has acknowledged, latest first. An acknowledgment counts for earlier entries of other accounts up to the
 * one that it names, so an owner cannot acknowledge their own actions for the others.
 * @param query.acknowledgment the action whose entries have the detail `seenDetail`
 * @param query.exceptActorId the account whose own actions are left out
 */
export async function listUnacknowledged(
  db: Kysely<Database>,
  query: { actions: readonly AuditAction[]; acknowledgment: AuditAction; exceptActorId: string },
): Promise<UnacknowledgedSubject[]> {
  const { actions, acknowledgment, exceptActorId } = query;
  const { rows } = await sql<UnacknowledgedSubject>`
    select subject, min(at) as first_at, max(id)::integer as latest_id
    from audit_events as entry
    where action in (${sql.join([...actions])}) and subject is not null
      and actor_id is distinct from ${exceptActorId}
      and not exists (
        select from audit_events as acknowledgment
        where acknowledgment.action = ${acknowledgment} and acknowledgment.id > entry.id
          and (acknowledgment.details ->> ${seenDetail}::text)::bigint >= entry.id
          and acknowledgment.actor_id is distinct from entry.actor_id
      )
    group by subject
    order by max(id) desc`.execute(db);
  return rows;
}

import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockPeopleOfSignups } from "#app/events/schedule/event-locks.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { type AttendanceDeps, type AttendanceRefusal, lockStartedEvent } from "./record-attendance.server.ts";

export type AbsentOutcome =
  | { ok: true; changed: number }
  /** `not-over`: people can still join. `changed-meanwhile`: these are no longer the people whose attendance is not recorded. */
  | { ok: false; reason: AttendanceRefusal | "not-over" | "changed-meanwhile" };

/**
 * The people with a seat whose attendance is not recorded.
 * @property version identifies these people, so that a confirmation does not apply to a different group of the same size
 */
export type Unrecorded = { count: number; version: string };

/** @param exceptIds ids of sign-ups that are left out */
export async function findUnrecorded(
  db: Kysely<Database>,
  eventId: string,
  exceptIds: readonly string[] = [],
): Promise<Unrecorded> {
  const rows = await db
    .selectFrom("linkedinLiveSignups")
    .select("id")
    .where(isUnrecorded(eventId, exceptIds))
    .orderBy("id")
    .execute();
  const ids = rows.map(({ id }) => id).join();
  return { count: rows.length, version: createHash("sha256").update(ids).digest("base64url") };
}

/**
 * Records everyone with a seat and without recorded attendance as absent. Recorded attendance stays as it is, so a repeated form changes
 * nothing.
 * @param expectedVersion the version of the people whom the confirmation page counted
 */
export async function markAbsent(
  { db, clock, actor, clientAddress }: AttendanceDeps,
  eventId: string,
  expectedVersion: string,
): Promise<AbsentOutcome> {
  return db.transaction().execute(async (trx): Promise<AbsentOutcome> => {
    const now = clock.now();
    const locked = await lockStartedEvent(trx, eventId, now);
    if (!locked.ok) return locked;
    await lockPeopleOfSignups(trx, sql`event_id = ${eventId}`);
    const outcome = await markOthersAbsent(trx, locked.event, { now, ids: [], version: expectedVersion });
    if (!outcome.ok || outcome.changed === 0) return outcome;
    await recordAudit(trx, {
      action: "attendance-noted",
      actor,
      subject: `event:${eventId}`,
      details: { came: 0, away: outcome.changed, taken_back: 0 },
      clientAddress,
    });
    return outcome;
  });
}

/**
 * Records everyone else as absent, in the transaction that has locked the event and the people of its sign-ups. The caller adds the entry
 * to the audit log.
 * @param expected.ids sign-ups that stay as they are
 * @param expected.version names the others; undefined if they stay as they are. If no one is left, a colleague has recorded them, and
 * nothing is refused
 */
export async function markOthersAbsent(
  trx: Transaction<Database>,
  event: LiveEvent,
  { now, ids, version }: { now: Date; ids: readonly string[]; version: string | undefined },
): Promise<{ ok: true; changed: number } | { ok: false; reason: "not-over" | "changed-meanwhile" }> {
  if (version === undefined) return { ok: true, changed: 0 };
  if (endOf(event) > now) return { ok: false, reason: "not-over" };
  const unrecorded = await findUnrecorded(trx, event.id, ids);
  if (unrecorded.count === 0) return { ok: true, changed: 0 };
  if (unrecorded.version !== version) return { ok: false, reason: "changed-meanwhile" };
  await trx
    .updateTable("linkedinLiveSignups")
    .set({ attended: false })
    .where(isUnrecorded(event.id, ids))
    .execute();
  return { ok: true, changed: unrecorded.count };
}

function isUnrecorded(eventId: string, exceptIds: readonly string[]) {
  return sql<boolean>`(
    event_id = ${eventId} and state = 'seat' and attended is null and id <> all(${[...exceptIds]}::uuid[])
  )`;
}

import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockPeopleOfSignups } from "#app/events/schedule/event-locks.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { type AttendanceDeps, type AttendanceRefusal, lockStartedEvent } from "./record-attendance.server.ts";

export type AbsentOutcome =
  | { ok: true; changed: number }
  /** `not-over`: people can still join. `changed-meanwhile`: attendance of another number of people is not recorded now. */
  | { ok: false; reason: AttendanceRefusal | "not-over" | "changed-meanwhile" };

/** The number of people with a seat whose attendance is not recorded. @param besides ids of sign-ups that are not counted */
export async function countUnrecorded(
  db: Kysely<Database>,
  eventId: string,
  besides: readonly string[] = [],
): Promise<number> {
  const { count } = await db
    .selectFrom("linkedinLiveSignups")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(isUnrecorded(eventId, besides))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Records everyone with a seat whose attendance is not recorded as absent. Recorded attendance stays as it is, so a repeated form changes
 * nothing.
 * @param expectedCount the number of people that the confirmation page named
 */
export async function markAbsent(
  { db, clock, actor, clientAddress }: AttendanceDeps,
  eventId: string,
  expectedCount: number,
): Promise<AbsentOutcome> {
  return db.transaction().execute(async (trx): Promise<AbsentOutcome> => {
    const now = clock.now();
    const locked = await lockStartedEvent(trx, eventId, now);
    if (!locked.ok) return locked;
    await lockPeopleOfSignups(trx, sql`event_id = ${eventId}`);
    const outcome = await markOthersAbsent(trx, locked.event, { now, ids: [], count: expectedCount });
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
 * @param expected.count the number of the others; undefined if they stay as they are. If no one is left, a colleague has recorded them, and
 * nothing is refused
 */
export async function markOthersAbsent(
  trx: Transaction<Database>,
  event: LiveEvent,
  { now, ids, count }: { now: Date; ids: readonly string[]; count: number | undefined },
): Promise<{ ok: true; changed: number } | { ok: false; reason: "not-over" | "changed-meanwhile" }> {
  if (count === undefined) return { ok: true, changed: 0 };
  if (endOf(event) > now) return { ok: false, reason: "not-over" };
  const unrecorded = await countUnrecorded(trx, event.id, ids);
  if (unrecorded === 0) return { ok: true, changed: 0 };
  if (unrecorded !== count) return { ok: false, reason: "changed-meanwhile" };
  await trx
    .updateTable("linkedinLiveSignups")
    .set({ attended: false })
    .where(isUnrecorded(event.id, ids))
    .execute();
  return { ok: true, changed: unrecorded };
}

function isUnrecorded(eventId: string, besides: readonly string[]) {
  return sql<boolean>`(
    event_id = ${eventId} and state = 'seat' and attended is null and id <> all(${[...besides]}::uuid[])
  )`;
}

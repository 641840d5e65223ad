import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockEvent, lockPeopleOfSignups } from "#app/events/schedule/event-locks.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { Clock } from "#app/platform/clock.ts";

/** Whether a person with a seat attended. Null removes an earlier note. */
export type AttendanceNote = { signupId: string; attended: boolean | null };

export type AttendanceOutcome =
  /** @property changed the number of changed sign-ups */
  { ok: true; changed: number } | { ok: false; reason: AttendanceRefusal };

export type AttendanceRefusal = "unknown" | "cancelled" | "not-started";

export type AttendanceDeps = {
  db: Kysely<Database>;
  clock: Clock;
  actor: Actor;
  /** Undefined for a command. */
  clientAddress?: string | undefined;
};

/**
 * Records attendance at an event. Other sign-ups stay as they are, so two people can record attendance at the same time. Ignores people
 * without a seat at this event.
 */
export async function recordAttendance(
  { db, clock, actor, clientAddress }: AttendanceDeps,
  eventId: string,
  notes: readonly AttendanceNote[],
): Promise<AttendanceOutcome> {
  return db.transaction().execute(async (trx): Promise<AttendanceOutcome> => {
    // Without this lock, two transactions that update the same rows in a different order would deadlock.
    const locked = await lockStartedEvent(trx, eventId, clock.now());
    if (!locked.ok) return locked;
    const ids = notes.map(({ signupId }) => signupId);
    await lockPeopleOfSignups(trx, sql`id = any(${ids}::uuid[])`);
    const { rows } = await sql<{ attended: boolean | null }>`
      update linkedin_live_signups as signup set attended = note.attended
      from unnest(
        ${ids}::uuid[], ${notes.map(({ attended }) => attended)}::boolean[]
      ) as note (id, attended)
      where signup.id = note.id and signup.event_id = ${eventId} and signup.state = 'seat'
        and signup.attended is distinct from note.attended
      returning signup.attended`.execute(trx);
    if (rows.length === 0) return { ok: true, changed: 0 };
    const count = (attended: boolean | null) => rows.filter((row) => row.attended === attended).length;
    await recordAudit(trx, {
      action: "attendance-noted",
      actor,
      subject: `event:${eventId}`,
      details: { came: count(true), away: count(false), taken_back: count(null) },
      clientAddress,
    });
    return { ok: true, changed: rows.length };
  });
}

/**
 * Locks an event whose attendance can be recorded. Without this lock, two transactions that update the same rows in a different order would
 * deadlock.
 */
export async function lockStartedEvent(
  trx: Transaction<Database>,
  eventId: string,
  now: Date,
): Promise<{ ok: true; event: LiveEvent } | { ok: false; reason: AttendanceRefusal }> {
  const event = await lockEvent(trx, eventId);
  if (event === undefined) return { ok: false, reason: "unknown" };
  if (event.state === "cancelled") return { ok: false, reason: "cancelled" };
  return event.startsAt > now ? { ok: false, reason: "not-started" } : { ok: true, event };
}

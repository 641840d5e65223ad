import { type Kysely, sql } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import type { Clock } from "#app/platform/clock.ts";

/** What is noted of somebody who holds a seat. Null takes back what was said. */
export type AttendanceNote = { signupId: string; attended: boolean | null };

export type AttendanceOutcome =
  /** @property changed how many of the notes said something new */
  { ok: true; changed: number } | { ok: false; reason: "unknown" | "cancelled" | "not-started" };

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  actor: Actor;
  /** Where the request came from; a command in the shell has none. */
  clientAddress?: string | undefined;
};

/**
 * Notes who came to an event. Rows that are not named stay as they are, so that two people who note at once do not undo each
 * other; of somebody who holds no seat in this event nothing is noted.
 */
export async function recordAttendance(
  { db, clock, actor, clientAddress }: Deps,
  eventId: string,
  notes: readonly AttendanceNote[],
): Promise<AttendanceOutcome> {
  return db.transaction().execute(async (trx): Promise<AttendanceOutcome> => {
    // Two who note the same rows in another order would wait for each other.
    const event = await lockEvent(trx, eventId);
    if (event === undefined) return { ok: false, reason: "unknown" };
    if (event.state === "cancelled") return { ok: false, reason: "cancelled" };
    if (event.startsAt > clock.now()) return { ok: false, reason: "not-started" };
    const { rows } = await sql<{ attended: boolean | null }>`
      update linkedin_live_signups as signup set attended = note.attended
      from unnest(
        ${notes.map(({ signupId }) => signupId)}::uuid[], ${notes.map(({ attended }) => attended)}::boolean[]
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

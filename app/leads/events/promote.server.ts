import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { Outbox } from "#app/mail/outbox.server.ts";

/**
 * Gives free seats to those who have waited longest, with the letters that tell them. The caller holds the lock of the
 * event's row (`lockEvent`) and has made sure that the event is still to come.
 * @returns the sign-ups that moved up
 */
export async function promoteWaiting(
  deps: { outbox: Outbox },
  trx: Transaction<Database>,
  eventId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with promoted as (
      update linkedin_live_signups set state = 'seat', state_since = ${now}
      where id in (
        select waiting.id from linkedin_live_signups as waiting
        where waiting.event_id = ${eventId} and waiting.state = 'waiting'
        order by waiting.place_number
        limit (select greatest(capacity - seats_taken, 0) from events where id = ${eventId})
      )
      returning id
    ), counted as (
      update events set seats_taken = seats_taken + (select count(*) from promoted)::int where id = ${eventId}
    )
    select id from promoted`.execute(trx);
  if (rows.length > 0) {
    await deps.outbox.putAll(
      trx,
      sql`select 'event-promoted', email, id, null, null::timestamptz from linkedin_live_signups
        where id = any(${rows.map(({ id }) => id)})`,
    );
  }
  return rows.map(({ id }) => id);
}

/** Takes the lock under which seats and numbers are given, and tells how the event is under it; undefined where it is gone. */
export async function lockEvent(trx: Transaction<Database>, eventId: string) {
  return trx
    .selectFrom("events")
    .select([
      "id",
      "title",
      "startsAt",
      "timeZone",
      "durationMinutes",
      "capacity",
      "hosts",
      "topics",
      "joinUrl",
      "state",
      "sequence",
      "seatsTaken",
    ])
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Takes the lock between wishes to be told the next date, many of which may come at once, and the event that answers them.
 */
export async function lockWishes(trx: Transaction<Database>, how: "alone" | "together"): Promise<void> {
  const lock = sql`hashtextextended('wishes for the next date', 0)`;
  await (
    how === "alone"
      ? sql`select pg_advisory_xact_lock(${lock})`
      : sql`select pg_advisory_xact_lock_shared(${lock})`
  ).execute(trx);
}

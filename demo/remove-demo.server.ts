import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { promoteWaiting } from "#app/events/seats/promote-waiting.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { demoIds } from "#app/people/profile/demo-id.ts";
import { isDemoRow } from "#app/people/profile/demo-rows.server.ts";
import { deleteEmailsAbout } from "./past-emails.server.ts";

type Deps = { db: Kysely<Database>; now: Date; outbox: Outbox };

/**
 * Removes the demo: its rows, and rows that were derived from them, which have addresses under `.invalid`. Freed seats at an upcoming event
 * go to the waiting list.
 * @returns the number of deleted rows per table
 */
export async function removeDemo(deps: Deps): Promise<Record<string, number>> {
  const removed = await deps.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(trx);
    const counts = await removeRows(trx, await lockEventsOfDemo(trx));
    for (const id of counts.freed) await promote(deps, trx, id);
    if (Object.values(counts.removed).some((rows) => rows > 0)) {
      await recordAudit(trx, {
        action: "demo-removed",
        actor: { kind: "shell" },
        details: counts.removed,
      });
    }
    return counts.removed;
  });
  deps.outbox.wake();
  return removed;
}

const ofDemo = isDemoRow(sql.ref("id"));
const concernsDemoPerson = sql<boolean>`(${ofDemo} or email like '%.invalid')`;

/** Events with sign-ups of the demo, ordered as everywhere that locks them. One of the demo can have real sign-ups too. */
async function lockEventsOfDemo(trx: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct event_id as id from linkedin_live_signups
    where ${concernsDemoPerson} and state in ('seat', 'waiting')
    order by event_id`.execute(trx);
  for (const { id } of rows) await lockEvent(trx, id);
  return rows.map(({ id }) => id);
}

async function removeRows(trx: Transaction<Database>, events: readonly string[]) {
  const leads = sql<{ id: string }>`
    select id from pre_loi_assessments where ${concernsDemoPerson}
    union all select id from linkedin_live_signups where ${concernsDemoPerson}`;
  const leadIds = (await leads.execute(trx)).rows.map(({ id }) => id);
  const freed = await freeSeats(trx, events);
  const removed = {
    letters: await deleteEmailsAbout(trx, leadIds, demoIds),
    consentReceipts: await count(
      trx,
      sql`delete from consent_receipts where lead_id = any(${leadIds}::uuid[])`,
    ),
    assessments: await count(trx, sql`delete from pre_loi_assessments where ${concernsDemoPerson}`),
    signUps: await count(trx, sql`delete from linkedin_live_signups where ${concernsDemoPerson}`),
    trackingEvents: await count(trx, sql`delete from tracking_events where ${ofDemo}`),
    visits: await count(trx, sql`delete from visitors where ${ofDemo} or lead_id = any(${leadIds}::uuid[])`),
    held: await count(
      trx,
      sql`delete from quarantined_submissions where ${ofDemo} or input ->> 'email' like '%.invalid'`,
    ),
    spend: await count(trx, sql`delete from source_spend where ${ofDemo}`),
    undeliverableAddresses: await count(
      trx,
      sql`delete from undeliverable_addresses where email like '%.invalid'`,
    ),
    // Their recipients are deleted with the sign-ups.
    messages: await count(trx, sql`delete from event_messages where ${ofDemo}`),
    // A demo event with real sign-ups is kept.
    events: await count(
      trx,
      sql`delete from events where ${ofDemo}
        and not exists (select from linkedin_live_signups where event_id = events.id)`,
    ),
  };
  return { removed, freed };
}

/** @returns the events with freed seats */
async function freeSeats(trx: Transaction<Database>, events: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update events set seats_taken = seats_taken - held.seats
    from (
      select event_id, count(*)::int as seats from linkedin_live_signups
      where ${concernsDemoPerson} and state = 'seat' and event_id = any(${[...events]}::uuid[])
      group by event_id
    ) as held
    where events.id = held.event_id
    returning events.id`.execute(trx);
  return rows.map(({ id }) => id);
}

async function promote({ outbox, now }: Deps, trx: Transaction<Database>, id: string): Promise<void> {
  const event = await lockEvent(trx, id);
  // After the start, a promoted person could not attend in time.
  if (event?.state === "scheduled" && event.startsAt > now) await promoteWaiting({ outbox }, trx, id, now);
}

async function count(trx: Transaction<Database>, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(trx);
  return Number(numAffectedRows ?? 0);
}

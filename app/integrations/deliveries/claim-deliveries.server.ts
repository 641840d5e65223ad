import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";
import { existingPerson } from "#app/integrations/destinations/event-types.ts";
import { maxAttempts, maxRetryDelaySeconds } from "./retry-delay.ts";

/** After this time without a heartbeat, another process takes over the deliveries of a process that was killed. */
export const claimSeconds = 30;

/**
 * Concurrent deliveries to one destination, by all processes together. Processes have no limit of their own, because slow receivers could
 * exhaust it and block the others. Wealthbox gets one at a time, because two deliveries about the same person could both create a contact.
 */
const maxConcurrent = sql<number>`case destination.kind when 'wealthbox' then 1 else 3 end`;

/** A delivery that this process is sending. */
export type ClaimedDelivery = {
  id: string;
  claim: string;
  destinationId: string;
  event: string;
  personId: string | null;
  data: Json;
  occurredAt: Date;
  /** Including this one. */
  attempts: number;
};

const isDue = sql<boolean>`delivery.destination_id = destination.id and delivery.state = 'waiting' and delivery.next_try_at <= now()`;
const isReady = sql<boolean>`destination.state = 'active' and coalesce(destination.not_before <= now(), true)`;

/**
 * Claims deliveries that are due, the earliest of each destination. All times come from the database, so servers with different clocks
 * agree.
 */
export async function claimDeliveries(db: Kysely<Database>): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<{ isAnyDue: boolean }>`
    select exists (
      select from integration_destinations as destination join integration_deliveries as delivery on ${isDue} where ${isReady}
    ) as is_any_due`.execute(db);
  if (rows[0]?.isAnyDue !== true) return [];
  return db.transaction().execute(async (trx) => ((await lockClaims(trx)) ? claimDue(trx) : []));
}

/** Without the lock, processes that claim at the same time could exceed the limit of a destination together. */
async function lockClaims(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('integration deliveries', 0)) as is_locked`.execute(
    trx,
  );
  return rows[0]?.isLocked === true;
}

async function claimDue(trx: Transaction<Database>): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select delivery.id from integration_destinations as destination
      cross join lateral (
        select delivery.id from integration_deliveries as delivery where ${isDue}
        order by delivery.next_try_at, delivery.id
        limit greatest(0, ${maxConcurrent} - (
          select count(*) from integration_deliveries as sending
          where sending.destination_id = destination.id and sending.state = 'sending'
        ))
        for update skip locked
      ) as delivery
      where ${isReady}
    )
    update integration_deliveries set
      state = 'sending', claim = gen_random_uuid(), attempts = attempts + 1, claimed_until = ${leaseEnd}
    where id in (select id from due)
    returning id, claim, destination_id, event, person_id, data, occurred_at, attempts`.execute(trx);
  return rows;
}

const leaseEnd: RawBuilder<Date> = sql`now() + make_interval(secs => ${claimSeconds})`;

/** The heartbeat of the deliveries that this process is sending. */
export async function prolongClaims(db: Kysely<Database>, claims: readonly string[]): Promise<void> {
  await sql`update integration_deliveries set claimed_until = ${leaseEnd}
    where state = 'sending' and claim = any(${[...claims]}::uuid[])`.execute(db);
}

/** A delivery whose claim has expired, and its state since. `failed`: it has no more attempts. */
export type ReleasedDelivery = Pick<ClaimedDelivery, "id" | "destinationId" | "event" | "attempts"> & {
  state: "waiting" | "failed";
};

/**
 * Retries the deliveries of processes that were killed or could not store the result, except after the last attempt. A receiver may get them
 * twice, with the same ID. Deliveries whose next attempt is further ahead than any retry, because the clock was corrected, are retried as
 * well. The first attempts for existing people are staggered over a longer time (`sendExistingPeople`). A claim that ends later than any
 * claim can is shortened instead of released, because a process that is still running prolongs it.
 */
export async function releaseLeftClaims(db: Kysely<Database>): Promise<ReleasedDelivery[]> {
  await sql`update integration_deliveries set next_try_at = now()
    where state = 'waiting' and next_try_at > now() + make_interval(secs => ${2 * maxRetryDelaySeconds})
      and (event <> ${existingPerson} or attempts > 0)`.execute(db);
  await sql`update integration_deliveries set claimed_until = ${leaseEnd}
    where state = 'sending' and claimed_until > now() + make_interval(secs => ${2 * claimSeconds})`.execute(
    db,
  );
  const isLast = sql`attempts >= ${maxAttempts}`;
  const { rows } = await sql<ReleasedDelivery>`
    update integration_deliveries set
      state = case when ${isLast} then 'failed' else 'waiting' end, settled_at = case when ${isLast} then now() end,
      claim = null, claimed_until = null, next_try_at = now(),
      problem = 'The server that was sending it stopped, or could not store the result.'
    where state = 'sending' and claimed_until < now()
    returning id, destination_id, event, attempts, state`.execute(db);
  return rows;
}

import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findLimitedDomain } from "#app/intake/spam-checks/email-domain.ts";
import { seatShareLimit } from "#app/platform/limits.ts";

/** The maximum number of seats and waiting-list positions of one group at the event of an `events` row. */
export const maxSharedSeats = sql<number>`greatest(ceil(capacity * ${seatShareLimit.share}::numeric), ${seatShareLimit.min}::numeric)::int`;

/** Whether an email address belongs to a registrable domain or to a domain below it. */
export function isBelowDomain(email: RawBuilder<unknown>, domain: string): RawBuilder<boolean> {
  return sql<boolean>`right('.' || split_part(${email}, '@', 2), ${domain.length + 1}::int) = ${`.${domain}`}`;
}

/** The number of seats and waiting-list positions of one mail domain at an event. */
export function countDomainSeats(eventId: string, domain: string): RawBuilder<number> {
  return sql<number>`(
    select count(*) from linkedin_live_signups as signup
    where signup.event_id = ${eventId} and signup.state in ('seat', 'waiting') and ${isBelowDomain(sql`signup.email`, domain)}
  )`;
}

/**
 * Serializes the sign-ups of one mail domain for one event. Waiting-list positions count too, because they are promoted to seats.
 * @returns whether the domain has reached its limit; above it, staff decide
 */
export async function lockDomainSeats(
  trx: Transaction<Database>,
  { eventId, email }: { eventId: string; email: string },
): Promise<boolean> {
  const domain = findLimitedDomain(email);
  if (domain === undefined) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domain seats ${eventId} ${domain}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ isOver: boolean }>`
    select ${countDomainSeats(eventId, domain)} >= ${maxSharedSeats} and not exists (
      select from linkedin_live_signups as signup
      where signup.event_id = ${eventId} and signup.email = ${email} and signup.state in ('seat', 'waiting')
    ) as is_over
    from events where id = ${eventId}`.execute(trx);
  return rows[0]?.isOver ?? false;
}

/** Whether the sign-ups of a mail domain and the seats held for it use up its share. The caller serializes the held seats. */
export async function hasDomainShare(
  trx: Transaction<Database>,
  { eventId, email }: { eventId: string; email: string },
  now: Date,
): Promise<boolean> {
  const domain = findLimitedDomain(email);
  if (domain === undefined) return false;
  const { rows } = await sql<{ isOver: boolean }>`
    select ${countDomainSeats(eventId, domain)} + (
      select count(*) from quarantined_submissions as held
      where held.seat_event_id = ${eventId} and held.seat_held_until > ${now}::timestamptz and held.released_at is null
        and ${isBelowDomain(sql`held.input ->> 'email'`, domain)}
    ) >= ${maxSharedSeats} as is_over
    from events where id = ${eventId}`.execute(trx);
  return rows[0]?.isOver ?? false;
}

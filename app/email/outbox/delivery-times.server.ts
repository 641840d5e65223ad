import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailKind } from "#app/email/definition/email-kinds.ts";

/** How many emails left in time. */
export type DeliveryTimes = {
  /** Sent within the time. */
  kept: number;
  /** Sent late, failed, or still not sent after the time. */
  broken: number;
  /** When the oldest email was queued that is not sent yet and can still be in time. */
  oldestOpen: Date | null;
};

/**
 * Measures whether emails of a kind were sent within a number of hours.
 * @param of.since emails created before are not counted
 */
export async function measureDelivery(
  db: Kysely<Database>,
  of: { kind: EmailKind; hours: number; since: Date; now: Date },
): Promise<DeliveryTimes> {
  const inTime = sql`settled_at < created_at + make_interval(hours => ${of.hours})`;
  const isPast = sql`created_at <= ${of.now}::timestamptz - make_interval(hours => ${of.hours})`;
  const { rows } = await sql<DeliveryTimes>`
    select
      count(*) filter (where state = 'sent' and ${inTime})::int as kept,
      count(*) filter (where state = 'given-up' or (state = 'sent' and not ${inTime}) or (state in ('waiting', 'sending') and ${isPast}))::int
        as broken,
      min(created_at) filter (where state in ('waiting', 'sending') and not ${isPast}) as oldest_open
    from letters where kind = ${of.kind} and created_at > ${of.since}`.execute(db);
  const [times] = rows;
  if (times === undefined) throw new Error("The database returned no counts.");
  return times;
}

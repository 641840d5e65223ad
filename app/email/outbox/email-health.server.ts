import { type Kysely, sql } from "kysely";
import { databaseNow, startOfHour } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isWithinBudgets, unconfirmedMessagesThisHour } from "./unconfirmed-messages.server.ts";

export type EmailHealth = {
  waiting: number;
  /** When the oldest of them was queued. */
  waitingSince: Date | null;
  /** Since when the longest delayed email could have been sent. Email that an hourly limit delays, or that is due later, is not delayed. */
  delayedSince: Date | null;
  /** In flight. */
  inFlight: number;
  /** Failed in the last seven days. */
  failed: number;
  lastSentAt: Date | null;
  /** Messages to unconfirmed mailboxes that count toward the site’s limit for this hour. */
  unconfirmedThisHour: number;
};

/** Every figure uses an index, because emails are never deleted as a whole. */
export async function readEmailHealth(db: Kysely<Database>): Promise<EmailHealth> {
  const { rows } = await sql<EmailHealth>`
    select
      (select count(*) from letters where state = 'waiting') as waiting,
      (select created_at from letters where state = 'waiting' order by created_at, id limit 1) as waiting_since,
      (select min(case
          when attempts > 0 then created_at
          when is_unconfirmed then greatest(created_at, next_try_at, ${startOfHour(databaseNow)})
          else greatest(created_at, next_try_at)
        end) from letters
        where state = 'waiting' and (attempts > 0 or next_try_at <= now() and (not is_unconfirmed or ${isWithinBudgets(databaseNow)})))
        as delayed_since,
      (select count(*) from letters where state = 'sending') as in_flight,
      -- The index is by creation. An email can wait for days before it fails, and staff can retry it.
      (select count(*) from letters where state = 'given-up' and created_at > now() - interval '14 days'
        and settled_at > now() - interval '7 days') as failed,
      (select max(settled_at) from (
        select settled_at from letters where state = 'sent' order by created_at desc, id desc limit 100
      ) as latest) as last_sent_at,
      ${unconfirmedMessagesThisHour()} as unconfirmed_this_hour`.execute(db);
  const [health] = rows;
  if (health === undefined) throw new Error("The database returned no figures about email.");
  return health;
}

/** The number of emails that have failed since a time. */
export async function countFailedEmails(db: Kysely<Database>, since: Date): Promise<number> {
  // The index is by creation. An email can wait for days before it fails.
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from letters
    where state = 'given-up' and created_at > ${since}::timestamptz - interval '14 days' and settled_at > ${since}`.execute(
    db,
  );
  return rows[0]?.failed ?? 0;
}

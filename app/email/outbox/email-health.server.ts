import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { unconfirmedMessagesThisHour } from "./unconfirmed-messages.server.ts";

/** How letters fare. */
export type EmailHealth = {
  waiting: number;
  /** Since when the oldest of them waits. */
  waitingSince: Date | null;
  /** In the hand of a postman at this moment. */
  inHand: number;
  /** In the last seven days. */
  givenUp: number;
  lastSentAt: Date | null;
  /** Messages to unconfirmed mailboxes that count toward the site’s limit for this hour. */
  unconfirmedThisHour: number;
};

/** Each figure by an index: there are as many letters as there ever were. */
export async function readEmailHealth(db: Kysely<Database>): Promise<EmailHealth> {
  const { rows } = await sql<EmailHealth>`
    select
      (select count(*) from letters where state = 'waiting') as waiting,
      (select created_at from letters where state = 'waiting' order by created_at, id limit 1) as waiting_since,
      (select count(*) from letters where state = 'sending') as in_hand,
      -- Days may go by before one is given up, and a week more is looked at for those that were tried again.
      (select count(*) from letters where state = 'given-up' and created_at > now() - interval '14 days'
        and settled_at > now() - interval '7 days') as given_up,
      (select max(settled_at) from (
        select settled_at from letters where state = 'sent' order by created_at desc, id desc limit 100
      ) as latest) as last_sent_at,
      ${unconfirmedMessagesThisHour()} as unconfirmed_this_hour`.execute(db);
  const [health] = rows;
  if (health === undefined) throw new Error("The database did not say how letters fare.");
  return health;
}

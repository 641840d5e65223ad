import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import {
  countFirmNotifications,
  firmNotificationsLeft,
  isNewFirmNotification,
} from "#app/email/outbox/firm-notifications.server.ts";
import {
  countToward,
  isNumbered,
  leftOfBudget,
  type UnconfirmedGroup,
  unconfirmedGroups,
} from "#app/email/outbox/unconfirmed-messages.server.ts";

/** After this time without a heartbeat, another process takes over the emails of a process that was killed. */
export const claimSeconds = 30;
/** Delivery stops after this many attempts with an unknown outcome, because the recipient may have received each of them. */
export const maxUnclearAttempts = 4;
/** Long enough to outlast a weekend outage of the mail server. */
const maxDeliveryDays = 3;
/**
 * A clock that jumps ahead makes every waiting message look old, so age alone proves no outage. With the backoff below, 100 attempts take
 * 34 to 57 hours: a real outage of three days still ends the message.
 */
export const minAttemptsToFail = 100;

/** An email that this process is delivering. */
export type ClaimedEmail = {
  id: string;
  claim: string;
  kind: string;
  recipient: string;
  about: string | null;
  preferencesKey: string;
  attempts: number;
  unclearAttempts: number;
  /** Too late to be useful. */
  isLate: boolean;
  /** Old enough, and attempted often enough, to fail permanently at the next failure. */
  isOld: boolean;
};

/**
 * Claims the messages that are due: account emails, then all others that no hourly limit concerns, then notifications of the firm, then
 * messages to unconfirmed mailboxes. Of those, messages with a form token come first. Within each group, senders take turns by network,
 * and only the first messages of each can use the whole hourly budget. Retries come last: a stranger can choose addresses whose servers
 * defer every delivery, and their retries must not delay new messages. They were counted at their first attempt. Concurrent servers can
 * exceed the limit of notifications by what each has in flight. All times come from the database, so servers with different clocks agree.
 */
export async function claimEmails(
  db: Kysely<Database>,
  most: number,
  now: RawBuilder<Date>,
): Promise<ClaimedEmail[]> {
  return db.transaction().execute(async (trx) => {
    const claimed = await claimConfirmed(trx, most, now);
    if (claimed.length === most || !(await lockUnconfirmedMessages(trx, now))) return claimed;
    for (const group of unconfirmedGroups) {
      claimed.push(...(await claimUnconfirmed(trx, group, most - claimed.length, now)));
    }
    return [...claimed, ...(await claimUnconfirmedRetries(trx, most - claimed.length, now))];
  });
}

async function claimConfirmed(
  trx: Transaction<Database>,
  most: number,
  now: RawBuilder<Date>,
): Promise<ClaimedEmail[]> {
  const { rows } = await sql<ClaimedEmail>`
    with unlimited as (
      select id from letters
      where state = 'waiting' and not is_unconfirmed and next_try_at <= ${now}
        and not ${isNewFirmNotification}
      order by kind not like 'account-%', next_try_at, id limit ${most} for update skip locked
    ), firm_notifications as (
      select id from letters
      where state = 'waiting' and not is_unconfirmed and next_try_at <= ${now}
        and ${isNewFirmNotification}
      order by kind not like 'account-%', next_try_at, id
      limit greatest(0, least(${firmNotificationsLeft(now)}, ${most} - (select count(*) from unlimited)))
      for update skip locked
    ), counted_notifications as (
      ${countFirmNotifications(sql`table firm_notifications`, now)}
    )
    ${claim(sql`table unlimited union all table firm_notifications`)}`.execute(trx);
  return rows;
}

/**
 * Locks the hourly budgets until the transaction ends, so that concurrent servers do not exceed them together. It does not wait: if
 * another server has the lock, that server is claiming these messages.
 * @returns whether messages are due and the lock was free
 */
async function lockUnconfirmedMessages(trx: Transaction<Database>, now: RawBuilder<Date>): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select case when exists (
      select from letters where state = 'waiting' and is_unconfirmed and next_try_at <= ${now}
    ) then pg_try_advisory_xact_lock(hashtextextended('unconfirmed messages', 0)) else false end as is_locked`.execute(
    trx,
  );
  return rows[0]?.isLocked === true;
}

async function claimUnconfirmed(
  trx: Transaction<Database>,
  { hasFormToken, isFurther, budgets }: UnconfirmedGroup,
  most: number,
  now: RawBuilder<Date>,
): Promise<ClaimedEmail[]> {
  const { rows } = await sql<ClaimedEmail>`
    with due as (
      select id from letters
      where state = 'waiting' and is_unconfirmed and attempts = 0 and has_form_token = ${hasFormToken}
        and ${isNumbered(isFurther)} and next_try_at <= ${now}
      order by sender_message_number, next_try_at, id
      limit greatest(0, least(${most}::int, ${sql.join(budgets.map((budget) => leftOfBudget(budget, now)))}))
      for update skip locked
    ), ${sql.join(budgets.map((budget) => sql`${sql.ref(budget.key)} as (${countToward(budget, sql`table due`, now)})`))}
    ${claim(sql`table due`)}`.execute(trx);
  return rows;
}

async function claimUnconfirmedRetries(
  trx: Transaction<Database>,
  most: number,
  now: RawBuilder<Date>,
): Promise<ClaimedEmail[]> {
  const { rows } = await sql<ClaimedEmail>`
    with due as (
      select id from letters
      where state = 'waiting' and is_unconfirmed and attempts > 0 and next_try_at <= ${now}
      order by next_try_at, id limit ${most} for update skip locked
    )
    ${claim(sql`table due`)}`.execute(trx);
  return rows;
}

function claim(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update letters set
      state = 'sending', claim = gen_random_uuid(), attempts = attempts + 1,
      claimed_until = now() + make_interval(secs => ${claimSeconds})
    where id in (${ids})
    returning id, claim, kind, recipient, about, preferences_key, attempts, unclear_attempts,
      coalesce(not_after < now(), false) as is_late,
      created_at < now() - make_interval(days => ${maxDeliveryDays}) and attempts >= ${minAttemptsToFail} as is_old`;
}

/** The heartbeat of the emails that this process is delivering. */
export async function prolongClaims(db: Kysely<Database>, claims: readonly string[]): Promise<void> {
  await sql`update letters set claimed_until = now() + make_interval(secs => ${claimSeconds})
    where state = 'sending' and claim = any(${[...claims]})`.execute(db);
}

/** An email whose claim expired. It is retried or has ended. */
export type ReleasedEmail = Pick<ClaimedEmail, "id" | "kind" | "attempts"> & {
  state: "waiting" | "given-up";
};

/**
 * Retries the emails of processes that were killed. Their delivery is uncertain, so it counts as an unclear attempt, and the last permitted
 * one ends them. Emails whose next attempt lies more than an hour ahead, because the clock was corrected, are retried as well. A claim that
 * ends later than any claim can is shortened instead of released, because a process that is still running prolongs it.
 */
export async function releaseLeftClaims(db: Kysely<Database>): Promise<ReleasedEmail[]> {
  await sql`update letters set next_try_at = now()
    where state = 'waiting' and next_try_at > now() + interval '1 hour'`.execute(db);
  await sql`update letters set claimed_until = now() + make_interval(secs => ${claimSeconds})
    where state = 'sending' and claimed_until > now() + make_interval(secs => ${2 * claimSeconds})`.execute(
    db,
  );
  const { rows } = await sql<ReleasedEmail>`
    update letters set claim = null, claimed_until = null, next_try_at = now(), unclear_attempts = unclear_attempts + 1,
      state = case when unclear_attempts + 1 < ${maxUnclearAttempts} then 'waiting' else 'given-up' end,
      settled_at = case when unclear_attempts + 1 < ${maxUnclearAttempts} then null else now() end,
      last_reply = 'It may have been delivered. The server that was sending it stopped, or could not store the result.'
    where state = 'sending' and claimed_until < now()
    returning id, kind, attempts, state`.execute(db);
  return rows;
}

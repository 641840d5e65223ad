import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailKind } from "#app/email/definition/email-kinds.ts";
import { buildCounting } from "#app/data/rate-limits/rate-limits.server.ts";
import { attemptLimits, reservedMessagesPerSender } from "#app/platform/limits.ts";

/** An email to queue. Its content is rendered when it is sent. */
export type NewEmail = {
  kind: EmailKind;
  recipient: string;
  /** The row that causes it. */
  about: string;
};

/** Queues emails in the transaction that causes them, so that they are sent if and only if it commits. */
export type Outbox = {
  put(trx: Kysely<Database>, email: NewEmail): Promise<void>;
  /** Queues one email for each row of a query. @param rows see `insertEmails` */
  putAll(trx: Kysely<Database>, rows: RawBuilder<unknown>): Promise<void>;
  /**
   * Like `insertEmails`, for one message that anyone could have triggered by typing the recipient’s address, unless `limit` is null.
   * @param row see `insertEmails`; at most one row
   */
  putLimited(trx: Kysely<Database>, row: RawBuilder<unknown>, limit: MailboxLimit | null): Promise<void>;
  /** Queues the alert about a form and the message to its sender in one statement: `putAll` and `putLimited`. */
  putFormEmails(
    trx: Kysely<Database>,
    emails: { alert: RawBuilder<unknown>; message: RawBuilder<unknown>; limit: MailboxLimit | null },
  ): Promise<void>;
  /**
   * Queues one email for each row of a query to a mailbox that anyone could have typed, at most one per mailbox. They share the hourly
   * budget of unconfirmed messages and are sent after the first messages of every sender.
   * @param rows as for `insertEmails`, and the number of the message among those of its sender
   */
  putAllUnconfirmed(trx: Kysely<Database>, rows: RawBuilder<unknown>): Promise<void>;
  /** Deletes queued emails of a kind that were not attempted yet. @param about the rows that caused them */
  withdraw(trx: Kysely<Database>, kind: EmailKind, about: readonly string[]): Promise<void>;
  /** Wakes the mail worker after emails were committed, so that it does not wait for its next poll. */
  wake(): void;
};

/** The limit for messages to an unconfirmed mailbox. */
export type MailboxLimit = {
  /** Keyed digest of the mailbox, the same for all addresses that deliver to it. */
  mailboxKey: string;
  /** Keyed digest of the network whose submission caused the message. It is counted and not stored with the message. */
  senderKey: string;
  /** Keyed digest of the network and the mail domain; undefined for a large public provider. */
  domainKey?: string | undefined;
  /** Whether the submission had a valid, unspent form token. Messages of other submissions have a lower limit in total. */
  hasFormToken: boolean;
  now: Date;
};

/** Messages of one network are numbered within an hour, and lower numbers are sent first. */
const senderWindowMinutes = 60;

/** @param wake wakes the mail worker of this process */
export function createOutbox(wake: () => void): Outbox {
  return {
    async put(trx, { kind, recipient, about }) {
      await trx.insertInto("letters").values({ kind, recipient, about }).execute();
    },
    async putAll(trx, rows) {
      await insertEmails(rows).execute(trx);
    },
    async putLimited(trx, row, limit) {
      await sql`with ${selectLimitedEmail(row, limit)} select 1`.execute(trx);
    },
    async putFormEmails(trx, { alert, message, limit }) {
      await sql`with alert as (${insertEmails(alert)}), ${selectLimitedEmail(message, limit)} select 1`.execute(
        trx,
      );
    },
    async putAllUnconfirmed(trx, rows) {
      await sql`insert into letters (kind, recipient, about, once, not_after, sender_message_number, is_unconfirmed, has_form_token)
        select kind, recipient, about, once, not_after, ${reservedMessagesPerSender}::int + number, true, true
        from (${rows}) as new_email (kind, recipient, about, once, not_after, number)
        on conflict (once) do nothing`.execute(trx);
    },
    async withdraw(trx, kind, about) {
      await sql`delete from letters
        where kind = ${kind} and about = any(${[...about]}) and state = 'waiting' and attempts = 0`.execute(
        trx,
      );
    },
    wake,
  };
}

/**
 * A statement that queues one email for each row of a query. It can be part of a `with` clause.
 * @param rows a query of the columns kind, recipient, about, once and not_after, in this order. `once`: a deduplication key, or null.
 * `not_after`: when the email becomes pointless, or null
 */
export function insertEmails(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into letters (kind, recipient, about, once, not_after) ${rows} on conflict (once) do nothing`;
}

/**
 * Parts of a `with` clause that store one message to a possibly unconfirmed mailbox. A message over the mailbox's limit is stored as
 * suppressed, so that staff can see and send it. It gets no deduplication key, so that a message of another sender can still be sent, and
 * a message over the limit of its sender does not count for the mailbox.
 * @param row as for `insertEmails`, at most one row
 * @param limit null: the mailbox is confirmed, and nothing is counted
 */
export function selectLimitedEmail(
  row: RawBuilder<unknown>,
  limit: MailboxLimit | null,
): RawBuilder<unknown> {
  if (limit === null) return sql`limited_email as (${insertEmails(row)})`;
  const { most, windowMinutes } = attemptLimits.messagesByMailbox;
  const { mailboxKey, senderKey, domainKey, hasFormToken, now } = limit;
  const part = attemptLimits.messagesByMailboxPart;
  const parts = [
    { key: `${mailboxKey} ${senderKey}`, windowMinutes: part.windowMinutes },
    ...(hasFormToken ? [] : [{ key: `${mailboxKey} without-token`, windowMinutes: part.windowMinutes }]),
  ];
  const domain = attemptLimits.messagesByNetworkAndDomain;
  const domains = domainKey === undefined ? [] : [{ key: domainKey, windowMinutes: domain.windowMinutes }];
  const isUnwritten = sql`exists (select from unwritten)`;
  return sql`new_email (kind, recipient, about, once, not_after) as (${row}
  ), unwritten as (
    select * from new_email
    where once is null or not exists (select from letters as written where written.once = new_email.once)
  ), sender_count as (
    ${buildCounting([{ key: senderKey, windowMinutes: senderWindowMinutes }], now, isUnwritten)}
  ), domain_count as (
    ${buildCounting(domains, now, sql`${isUnwritten} and (select count from sender_count) > 0`)}
  ), part_counts as (
    ${buildCounting(parts, now, sql`${isUnwritten} and coalesce((select count from domain_count), 0) <= ${domain.most}`)}
  ), mailbox_count as (
    ${buildCounting(
      [{ key: mailboxKey, windowMinutes }],
      now,
      sql`(select max(count) from part_counts) <= ${part.most}`,
    )}
  ), decision as (
    select coalesce((select count from mailbox_count) <= ${most}, false) as is_within
  ), limited_email as (
    insert into letters (kind, recipient, about, once, not_after, is_unconfirmed, has_form_token, sender_message_number,
      state, settled_at, last_reply)
    select kind, recipient, about, case when is_within then once end, not_after,
      true, ${hasFormToken}::boolean, (select count from sender_count),
      case when is_within then 'waiting' else 'suppressed' end,
      case when not is_within then now() end,
      case when not is_within then ${overMailboxLimit} end
    from unwritten, decision
    on conflict (once) do nothing
  )`;
}

/** The number of emails of a kind that were queued for a recipient in the last day and become pointless at a time. */
export function countQueuedUntil(
  kind: EmailKind,
  recipient: RawBuilder<string>,
  notAfter: Date,
): RawBuilder<number> {
  return sql`(
    select count(*) from letters where kind = ${kind} and created_at > now() - interval '1 day'
      and recipient = ${recipient} and not_after = ${notAfter}
  )`;
}

/** Whether an email with a deduplication key was queued. */
export function wasQueued(once: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from letters where letters.once = ${once})`;
}

/** Whether an email of a kind was queued for a recipient in the last hour, about one of the ids that a query selects as text. */
export function hasRecentEmail(
  kind: EmailKind,
  recipient: RawBuilder<string>,
  aboutIds: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (
    select from letters where kind = ${kind} and recipient = ${recipient}
      and created_at > now() - interval '1 hour' and about::text in (${aboutIds})
  )`;
}

/**
 * Summarizes the emails of a kind about a row, whether they were sent or not.
 * @param about the row's id
 * @returns inLastHour: their number; hasFormToken: whether a form with a valid, unspent form token caused one of them, at any time
 */
export async function summarizeEmails(
  db: Kysely<Database>,
  kind: EmailKind,
  about: string,
): Promise<{ inLastHour: number; hasFormToken: boolean }> {
  return db
    .selectFrom("letters")
    .select([
      sql<number>`(count(*) filter (where created_at > now() - interval '1 hour'))::int`.as("inLastHour"),
      sql<boolean>`coalesce(bool_or(has_form_token), false)`.as("hasFormToken"),
    ])
    .where("kind", "=", kind)
    .where("about", "=", about)
    .executeTakeFirstOrThrow();
}

/**
 * The numbers of emails of a kind about a row that were queued recently and not suppressed.
 * @param about the row's id
 */
export async function countRecentEmails(
  db: Kysely<Database>,
  kind: EmailKind,
  about: string,
): Promise<{ inLastMinute: number; inLastDay: number }> {
  const countSince = (interval: string) =>
    sql<number>`(count(*) filter (where created_at > now() - ${interval}::interval))::int`;
  return db
    .selectFrom("letters")
    .select([countSince("1 minute").as("inLastMinute"), countSince("1 day").as("inLastDay")])
    .where("kind", "=", kind)
    .where("about", "=", about)
    .where("state", "<>", "suppressed")
    .executeTakeFirstOrThrow();
}

/** Whether emails of a kind about a row were queued and all of them were suppressed. @param about the row’s id */
export function areEmailsSuppressed(kind: EmailKind, about: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select bool_and(state = 'suppressed') from letters where about = ${about} and kind = ${kind}
  ), false)`;
}

const overMailboxLimit =
  "The daily limit of messages to this mailbox was reached, and it has not confirmed a form.";

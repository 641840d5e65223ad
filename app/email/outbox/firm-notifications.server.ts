import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  addToHour,
  countOfHour,
  databaseNow,
  startOfHour,
} from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type EmailKind, listEmailKinds } from "#app/email/definition/email-kinds.ts";
import { maxFirmNotificationsPerHour } from "#app/platform/limits.ts";
import { practice } from "#content/practice.ts";
import { alertRecipientOfForm } from "./alert-recipient.server.ts";

const key = "firm-notifications";
const summaryKind = "submission-summary";
/** The emails of which there is one in an hour or a day at most. */
const unlimitedKinds: readonly EmailKind[] = [summaryKind, "record-hashes", "backup-overdue"];
const kinds = listEmailKinds("notifications").filter((kind) => !unlimitedKinds.includes(kind));

/** A condition on a row of `letters`: it notifies the firm of one submission and was not attempted. Retries are not limited. */
export const isNewFirmNotification = sql<boolean>`(kind = any(${kinds}::text[]) and attempts = 0)`;

export function firmNotificationsLeft(now: RawBuilder<Date>): RawBuilder<number> {
  return sql`${maxFirmNotificationsPerHour} - ${countOfHour(key, now)}`;
}

/** A statement for the caller's `with` clause that counts claimed notifications. @param rows one row per email */
export function countFirmNotifications(
  rows: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): RawBuilder<unknown> {
  return addToHour(key, rows, now);
}

/**
 * Replaces the notifications over the hourly limit with one summary for each recipient, which the mail worker sends when the hour ends.
 * The summaries are queued emails, so they are sent even if nothing else arrives or the server restarts.
 * @param now only tests replace it
 * @returns the number of notifications that were replaced
 */
export async function summarizeNotifications(
  db: Kysely<Database>,
  now: RawBuilder<Date> = databaseNow,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as materialized (
      select id, ${alertRecipientOfForm(sql`about`)} as recipient from letters
      where ${firmNotificationsLeft(now)} <= 0 and state = 'waiting' and ${isNewFirmNotification} and next_try_at <= ${now}
    ), summary as (
      insert into letters (id, about, kind, recipient, once, next_try_at)
      select id, id, ${summaryKind}, recipient,
        ${summaryKind} || ' ' || extract(epoch from hour)::bigint
          -- Servers of earlier releases use the key without an address for the firm.
          || case when recipient = ${practice.email} then '' else ' ' || recipient end,
        hour + interval '1 hour'
      -- In one order on all servers, which prevents deadlocks.
      from (
        select gen_random_uuid() as id, recipient, ${startOfHour(now)} as hour
        from (select distinct recipient from due) as recipients order by recipient
      ) as new
      -- After the summary of this hour is claimed, notifications wait for the next hour.
      on conflict (once) do update set once = excluded.once where letters.state = 'waiting'
      returning id, recipient
    )
    update letters set state = 'suppressed', settled_at = now(), last_reply = ${coveredBySummary}, summary_id = summary.id
    from due join summary on summary.recipient = due.recipient
    where letters.id = due.id and letters.state = 'waiting' and ${isNewFirmNotification}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const coveredBySummary = `The firm had its ${maxFirmNotificationsPerHour} notifications for the hour. The summary of the hour includes this one.`;

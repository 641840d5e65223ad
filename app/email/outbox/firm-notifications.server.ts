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
 * Replaces the notifications over the hourly limit with one summary, which the mail worker sends when the hour ends. The summary is a
 * queued email, so it is sent even if nothing else arrives or the server restarts.
 * @param now only tests replace it
 * @returns the number of notifications that were replaced
 */
export async function summarizeNotifications(
  db: Kysely<Database>,
  now: RawBuilder<Date> = databaseNow,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with summary as (
      insert into letters (id, about, kind, recipient, once, next_try_at)
      select id, id, ${summaryKind}, ${practice.email}, ${summaryKind} || ' ' || extract(epoch from hour)::bigint,
        hour + interval '1 hour'
      from (select gen_random_uuid() as id, ${startOfHour(now)} as hour) as new
      where ${firmNotificationsLeft(now)} <= 0 and exists (
        select from letters where state = 'waiting' and ${isNewFirmNotification} and next_try_at <= ${now}
      )
      -- After the summary of this hour is claimed, notifications wait for the next hour.
      on conflict (once) do update set once = excluded.once where letters.state = 'waiting'
      returning id
    )
    update letters set state = 'suppressed', settled_at = now(), last_reply = ${coveredBySummary}, summary_id = summary.id
    from summary
    where letters.state = 'waiting' and ${isNewFirmNotification} and letters.next_try_at <= ${now}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

const coveredBySummary = `The firm had its ${maxFirmNotificationsPerHour} notifications for the hour. The summary of the hour includes this one.`;

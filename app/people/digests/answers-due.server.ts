import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { countQueuedUntil, type Outbox, wasQueued } from "#app/email/outbox/outbox.server.ts";
import { leads } from "#app/people/queue/leads.server.ts";
import { isTrusted } from "#app/people/queue/load-queue.server.ts";
import { firmDay, startOfDay } from "#app/people/queue/queue-days.ts";
import { addDays } from "#app/platform/calendar/day-in.ts";
import { canFollowUpNow } from "./digest-choices.server.ts";
import { answersDueToday } from "./digest-days.ts";

/**
 * The maximum number of single-person alerts that a staff member gets per day. One more email states the total, because anyone can submit
 * forms.
 */
const maxSingleAlerts = 5;

/**
 * Alerts staff members to the people whose first reply is due by the end of the day: one alert for each person, the most urgent first, and
 * one alert for everyone beyond the limit.
 */
export async function queueAnswerAlerts(
  { db, outbox }: { db: Kysely<Database>; outbox: Outbox },
  now: Date,
): Promise<void> {
  const due = peopleToAnswer(now);
  if (due === undefined) return;
  const today = firmDay(now);
  const midnight = startOfDay(addDays(today, 1));
  // The alert of several people is about the row of the member.
  await sql`
    insert into staff_preferences (user_id) select account.id from staff_users as account where ${canFollowUpNow}
    on conflict do nothing`.execute(db);
  const once = sql<string>`'answer-alert ' || due.id || ' ' || due.member_id`;
  await outbox.putAll(
    db,
    sql`
      with numbered as (
        select due.*, ${once} as once, ${countQueuedUntil("answer-alert", sql`due.email`, midnight)} + row_number() over (
          partition by due.member_id order by due.is_trusted desc, due.score desc nulls last, due.lead_at, due.id
        ) as number
        from (${due}) as due where not ${wasQueued(once)}
      )
      select 'answer-alert', email, latest_form_id, once, ${midnight}::timestamptz from numbered
      where number <= ${maxSingleAlerts}
      union all
      select distinct 'answer-alert', email, digest_id, 'answer-alerts ' || ${today}::text || ' ' || member_id, ${midnight}::timestamptz
      from numbered where number > ${maxSingleAlerts}`,
  );
}

/**
 * The number of people that a member should answer today.
 * @param digestId the row of the member
 * @returns undefined if no answer is due, or if the id is not that of a member who is alerted
 */
export async function countAnswersDue(
  db: Kysely<Database>,
  digestId: string,
  now: Date,
): Promise<number | undefined> {
  const due = peopleToAnswer(now);
  if (due === undefined) return undefined;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${due}) as due where digest_id = ${digestId}`.execute(db);
  const count = rows[0]?.count ?? 0;
  return count === 0 ? undefined : count;
}

/**
 * The people whose first answer is due at the end of the day, with each member to alert: the owner. Without an owner who gets alerts, all
 * members with the morning list are alerted.
 */
function peopleToAnswer(now: Date): RawBuilder<unknown> | undefined {
  const due = answersDueToday(now);
  if (due === undefined) return undefined;
  return sql`
    with member as (
      select account.id as member_id, account.email as member_email, digest_id, morning_list_since is not null as has_morning_list
      from staff_users as account left join staff_preferences on user_id = account.id
      where ${canFollowUpNow} and coalesce(answer_alerts, true)
    )
    select id, latest_form_id, score, lead_at, ${isTrusted} as is_trusted, member_id, member_email as email, digest_id
    from ${leads} as lead join member on case
      when owner_id in (select member_id from member) then member_id = owner_id
      else has_morning_list
    end
    where lead_at >= ${due.from} and lead_at < ${due.until} and status = 'new' and contacted_at is null
      and traffic_class is distinct from 'machine'`;
}

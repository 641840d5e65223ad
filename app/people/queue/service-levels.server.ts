import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { type DeliveryTimes, measureDelivery } from "#app/email/outbox/delivery-times.server.ts";
import { addDays } from "#app/platform/calendar/day-in.ts";
import { leads } from "./leads.server.ts";
import { answerDueOn, firmDay, startOfDay } from "./queue-days.ts";

/** How well the firm has met its response targets in the last 30 days. */
export type ServiceLevels = {
  /** The firm's own target: a first answer to each lead within one business day. */
  answers: Kept;
  /** Printed on the page of the event: the link arrives by email within 24 hours. */
  eventEmails: Kept;
};

type Kept = DeliveryTimes;

const days = 30;

export async function measureServiceLevels(db: Kysely<Database>, now: Date): Promise<ServiceLevels> {
  const since = startOfDay(addDays(firmDay(now), 1 - days));
  return {
    answers: await measureAnswers(db, now),
    eventEmails: await measureDelivery(db, { kind: "event-place", hours: 24, since, now }),
  };
}

/** Counts the people of each day, because all forms of a day have to be answered by the same time. */
async function measureAnswers(db: Kysely<Database>, now: Date): Promise<Kept> {
  const today = firmDay(now);
  const rowsOfDays = Array.from({ length: days }, (_, age) => {
    const day = addDays(today, -age);
    return sql`(${startOfDay(day)}::timestamptz, ${startOfDay(addDays(day, 1))}::timestamptz, ${answerDueOn(day)}::timestamptz)`;
  });
  const { rows } = await sql<Kept>`
    select coalesce(sum(kept), 0)::int as kept, coalesce(sum(broken), 0)::int as broken, min(oldest_open) as oldest_open
    from (values ${sql.join(rowsOfDays)}) as day (starts_at, ends_at, due_at)
      -- Aggregated for each day, so that the index finds its people. In a plain join, every person is compared with every day.
      cross join lateral (
        select
          count(*) filter (where contacted_at < due_at) as kept,
          count(*) filter (where coalesce(contacted_at, ${now}) >= due_at) as broken,
          min(lead_at) filter (where contacted_at is null and due_at > ${now}) as oldest_open
        from ${leads} as lead
        where lead_at >= starts_at and lead_at < ends_at and traffic_class is distinct from 'machine'
      ) as of_day`.execute(db);
  const [answers] = rows;
  if (answers === undefined) throw new Error("The database returned no counts.");
  return answers;
}

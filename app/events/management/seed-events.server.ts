import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { defaultEventLengths } from "#app/events/schedule/live-event.ts";
import { closedDays } from "#content/calendar/closed-days.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";

/** Enough time for people to plan. */
const daysAhead = 21;

const dayMs = 86_400_000;

/**
 * Adds events to a new installation: the event of the specification, which is over, and an upcoming one, so that the page is complete. Has
 * no effect if there is any event. Several servers can call it at the same time.
 */
export async function seedEvents({ db, clock }: { db: Kysely<Database>; clock: Clock }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed events', 0))`.execute(trx);
    const found = await trx.selectFrom("events").select("id").limit(1).executeTakeFirst();
    if (found !== undefined) return;
    const shared = {
      title: liveEvent.sample.title,
      timeZone: practice.timeZone,
      ...defaultEventLengths,
      hosts: liveEvent.hosts.map(({ key }) => key),
      topics: [...liveEvent.sample.topics],
      joinUrl: liveEvent.sample.joinUrl,
    };
    await trx
      .insertInto("events")
      .values([
        // Specification section 9: August 21, 2025, 12:00 PM in Austin.
        { ...shared, startsAt: noonOn("2025-08-21") },
        { ...shared, startsAt: noonOn(findSampleDay(clock.now())) },
      ])
      .execute();
  });
}

/** Noon of a day in the firm's time zone. */
function noonOn(day: string) {
  return sql<Date>`${`${day} 12:00`}::timestamp at time zone ${practice.timeZone}`;
}

/** A Thursday in about three weeks, or an earlier one if it or the day after it is a holiday, when few people would attend. */
export function findSampleDay(now: Date): string {
  const day = new Date(now.getTime() + daysAhead * dayMs);
  const thursday = 4;
  day.setUTCDate(day.getUTCDate() + ((thursday - day.getUTCDay() + 7) % 7));
  const holidays: readonly string[] = closedDays;
  while (holidays.includes(isoDay(day)) || holidays.includes(isoDay(new Date(day.getTime() + dayMs)))) {
    day.setUTCDate(day.getUTCDate() - 7);
  }
  return isoDay(day);
}

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

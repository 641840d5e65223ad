import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { defaultEventLengths } from "#app/events/schedule/live-event.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";

/** At least so far ahead that people can make room for it. */
const daysAhead = 21;

/**
 * Gives a fresh installation of the sample practice its events: the specification's, which is over, and one to come, so that
 * the page works from the first minute. Where there is any event, nothing happens; several servers may do it at once.
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
        { ...shared, startsAt: noonOf("2025-08-21") },
        { ...shared, startsAt: noonOf(nextThursday(clock.now())) },
      ])
      .execute();
  });
}

/** Noon of a day in the practice's zone; the database knows how far that is from UTC then. */
function noonOf(day: string) {
  return sql<Date>`${`${day} 12:00`}::timestamp at time zone ${practice.timeZone}`;
}

function nextThursday(now: Date): string {
  const day = new Date(now.getTime() + daysAhead * 86_400_000);
  const thursday = 4;
  day.setUTCDate(day.getUTCDate() + ((thursday - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

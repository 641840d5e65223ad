import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { sqlAnswers } from "./an-assessment.ts";
import { anEvent } from "./an-event.ts";

/**
 * Stores people and visits of seven months before a day, from campaigns with several spellings, without a campaign, from automated clients
 * and from browsers that opted out of tracking. The same seed stores the same data.
 */
export async function storeRandomSources(
  db: Kysely<Database>,
  { people, visits, until, seed }: { people: number; visits: number; until: string; seed: number },
): Promise<void> {
  const moment = sql`${until}::timestamptz - random() * interval '210 days'`;
  const touch = sql`jsonb_build_object(
    'at', now(), 'landingPage', (array['/', '/faqs', '/blog/an article', '/about'])[1 + floor(random() * 4)::int],
    'referrer', (array[null, 'https://www.google.com/', 'https://cpa.example/a'])[1 + floor(random() * 3)::int],
    'clickId', null,
    'campaign', (array[
      '{}', '{"source": "LinkedIn", "campaign": "QSBS guide"}', '{"source": "linkedin", "campaign": "qsbs-guide"}',
      '{"source": "newsletter", "campaign": "none"}', '{"campaign": "<b>bold</b> & \\"co\\""}', '{"source": "direct"}'
    ])[1 + floor(random() * 6)::int]::jsonb)`;
  const trafficClass = sql`(array['person', 'person', 'unsure', 'machine'])[1 + floor(random() * 4)::int]`;
  await db.transaction().execute(async (trx) => {
    await sql`select setseed(${seed})`.execute(trx);
    await sql`
      insert into visitors (first_name, last_name, email, created_at, last_touch, traffic_class, class_reason)
      select 'Anonymous', 'Visitor', 'visit@visitors.invalid', at, touch, class, case when class <> 'person' then 'test' end
      from (
        select ${moment} as at, ${touch} as touch, ${trafficClass} as class from generate_series(1, ${visits}::int)
      ) as made`.execute(trx);
    await sql`
      insert into pre_loi_assessments (id, name, email, phone, ${sql.raw(sqlAnswers.columns)}, score, score_level, created_at,
        question_set_version, result_key, fingerprint)
      select gen_random_uuid(), 'Person ' || number, 'person' || number || '@example.com', '1', ${sql.raw(sqlAnswers.values)},
        score, case when score <= 10 then 'Early Stage' when score <= 16 then 'Making Progress' else 'Exit Ready' end, at,
        'test', gen_random_uuid(), 'test'
      from (
        select number, 7 + floor(random() * 15)::int as score, ${moment} as at from generate_series(1, ${people}::int) as number
      ) as made where number % 4 > 0`.execute(trx);
    const event = await trx
      .insertInto("events")
      .values(anEvent({ capacity: 10_000, lastPlaceNumber: 10_000 }))
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`
      insert into linkedin_live_signups (name, email, created_at, event_id, state, place_number, attended)
      select 'Person ' || number, 'person' || number || '@example.com', at,
        case when has_seat then ${event.id}::uuid end, case when has_seat then 'seat' else 'told' end,
        case when has_seat then number end, case when has_seat and random() < 0.7 then random() < 0.5 end
      from (
        select number, ${moment} as at, random() < 0.6 as has_seat from generate_series(1, ${people}::int) as number
      ) as made
      where number % 3 = 0 or number % 4 = 0`.execute(trx);
    // One browser in six opts out of tracking.
    await sql`
      insert into visitors (first_name, last_name, email, created_at, lead_id, first_touch, last_touch, traffic_class, class_reason)
      select 'A', 'Person', email, created_at, id, ${touch}, ${touch}, class, case when class <> 'person' then 'test' end
      from (select id, email, created_at, ${trafficClass} as class, random() as chance from pre_loi_assessments
        union all select id, email, created_at, ${trafficClass}, random() from linkedin_live_signups) as lead
      where chance > 1.0 / 6`.execute(trx);
    await sql`
      update people set status = (array['new', 'contacted', 'booked', 'client', 'not-a-fit'])[1 + floor(random() * 5)::int],
        updated_at = ${until}::timestamptz`.execute(trx);
    await sql`insert into visit_totals (day, traffic_class, visits)
      select day::date, class, 1 + floor(random() * 5)::int
      from generate_series(${until}::timestamp - interval '210 days', ${until}::timestamp, interval '1 day') as day
      cross join unnest(array['person', 'machine']) as class`.execute(trx);
  });
}

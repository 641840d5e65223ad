import { questionIds, questions } from "#app/assessments/questions/questions.ts";
import pg from "pg";
import { fillPeople } from "./fill-people.ts";

/** The amount of data. Visits are the anonymous ones; each lead adds one with its name. */
export type Amounts = { visits: number; assessments: number; signups: number; trackingEvents: number };

/** A million visits, 100,000 assessments and five million events. */
export const largeDataSet: Amounts = {
  visits: 1_000_000,
  assessments: 100_000,
  signups: 50_000,
  trackingEvents: 5_000_000,
};

/**
 * Fills an empty database with two years of data that is hard for lists: words of every row and of a single row, rare sources and pages,
 * and a tenth of the visits, the latest, from one automated client.
 */
export async function fillLists(pool: pg.Pool, amounts: Amounts): Promise<void> {
  // Takes longer than the statement timeout of the server.
  const client = new pg.Client({
    ...pool.options,
    // Not logged, because the statements are long.
    password: pool.options.password,
    statement_timeout: 0,
    query_timeout: 0,
  });
  await client.connect();
  try {
    await client.query("select setseed(0.42)");
    await client.query("set synchronous_commit = off");
    await client.query("set maintenance_work_mem = '256MB'");
    await fillPeople(client, async () => {
      for (const { table, statements, values } of createSteps(amounts)) {
        await withoutIndexes(client, table, async () => {
          for (const statement of statements) await client.query(statement, [...values]);
        });
        await client.query(`vacuum (analyze) ${table}`);
      }
    });
  } finally {
    await client.end();
  }
}

type Step = { table: string; statements: readonly string[]; values: readonly number[] };

function createSteps({ visits, assessments, signups, trackingEvents }: Amounts): Step[] {
  return [
    { table: "events", statements: [events], values: [] },
    { table: "pre_loi_assessments", statements: [assessmentRows], values: [assessments] },
    { table: "linkedin_live_signups", statements: [signupRows], values: [signups] },
    { table: "visitors", statements: [visitRows], values: [visits] },
    {
      table: "tracking_events",
      statements: [trackingRows],
      values: [Math.ceil(trackingEvents / visits), trackingEvents],
    },
    { table: "visitors", statements: [identifiedRows], values: [] },
    { table: "audit_events", statements: [auditRows], values: [assessments] },
  ];
}

/** Rebuilds indexes once at the end instead of updating them with every row. Unique indexes stay. */
async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}

/** A time within the last two years; larger numbers are later. */
const moment = (number: string, count: string): string =>
  `now() - interval '2 years' * (1 - ${number}::float8 / ${count}) - interval '1 hour' * random()`;

const firstName = `(array['Thomas','Rosa','José','Ada','Łukasz','Zoë','Grace','Alan','Mary','Omar','李','Noah','Emma','Luis','Anna'])[1 + floor(random() * 15)::int]`;
const lastName = `(array['Avery','Villarreal','Núñez','Byron','Nowak','Smith','Johnson','Garcia','O''Brien','Khan','小龍','Miller','Davis','Lopez','Wilson','Moore'])[1 + floor(random() * 16)::int]`;
const name = `${firstName} || ' ' || ${lastName} || ' ' || number`;
const phone = `'(512) 555-' || lpad((number % 10000)::text, 4, '0')`;

const events = `
  insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url, last_place_number)
  select 'Event ' || number, now() - interval '2 months' * (12 - number), 'America/Chicago', 45, 100000, '{}', '{}',
    'https://example.com/', 1000000
  from generate_series(1, 12) as number`;

const firstAnswers = questions.map(({ options }) => `'${options[0].value}'`).join(", ");

const assessmentRows = `
  insert into pre_loi_assessments
    (name, email, phone, ${questionIds.join(", ")}, score, score_level, created_at, question_set_version, result_key, fingerprint)
  select ${name}, 'lead' || number || '@example.com', ${phone}, ${firstAnswers},
    score, case when score <= 10 then 'Early Stage' when score <= 16 then 'Making Progress' else 'Exit Ready' end, at,
    'filled', gen_random_uuid(), 'filled'
  from (
    -- Few are ready.
    select number, 7 + floor(14.9 * random() * random())::int as score, ${moment("number", "$1")} as at
    from generate_series(1, $1::int) as number
  ) as made`;

const signupRows = `
  insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, event_id, state, place_number)
  select ${name}, 'guest' || number || '@example.com', case when number % 3 = 0 then ${phone} end,
    case when number % 2 = 0 then 'How do an earn-out, "rollover" equity, and taxes work?' end, null, ${moment("number", "$1")},
    case when state <> 'next-date' then (array(select id from events order by starts_at))[1 + number % 12] end, state,
    case when state in ('seat', 'waiting') then number end
  from (
    select number, case when number % 100 = 0 then 'waiting' when number % 10 < 6 then 'seat' when number % 10 = 6 then 'repeat'
      when number % 10 = 7 then 'next-date' when number % 10 = 8 then 'cancelled' else 'told' end as state
    from generate_series(1, $1::int) as number
  ) as made`;

/** A third of the visits are from one of 40 campaigns, each with two spellings. */
const touch = `jsonb_build_object(
    'at', at, 'landingPage', case when chance < 0.3 then '/' else '/blog/article-' || floor(chance * 30) end,
    'referrer', case when source like 'http%' then source end, 'clickId', null,
    'campaign', case when other < 0.33 then jsonb_build_object('source', 'Newsletter',
      'campaign', (array['Campaign ', 'campaign-'])[1 + floor(chance * 2)::int] || floor(other * 120)) else '{}' end)`;

const visitRows = `
  insert into visitors
    (id, first_name, last_name, email, source, ip_address, user_agent, created_at, last_touch, traffic_class, class_reason)
  select id, 'Anonymous', 'Visitor', 'visit-' || id || '@visitors.invalid', source,
    '198.18.' || number / 256 % 256 || '.' || number % 256, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    at, ${touch}, traffic_class, case when traffic_class <> 'person' then 'filled' end
  from (
    select number, gen_random_uuid() as id, ${moment("number", "$1")} as at, random() as other, chance,
      case
        when number > 0.9 * $1 then 'https://machine.example'
        when chance < 0.5 then 'Direct'
        when chance < 0.7 then 'https://www.google.com'
        when chance < 0.85 then 'https://www.linkedin.com'
        when chance < 0.95 then 'pre-loi-assessment'
        else 'https://blog' || floor(random() * 2000) || '.example/an/article'
      end as source,
      case when number > 0.9 * $1 or random() < 0.25 then 'machine' when random() < 0.02 then 'unsure' else 'person' end
        as traffic_class
    from (select number, random() as chance from generate_series(1, $1::int) as number) as drawn
  ) as made`;

const trackingRows = `
  insert into tracking_events (id, visit_id, event_type, url, timestamp, percentage, idle_time, target)
  select gen_random_uuid(), visit_id, event_type, url, at, case when event_type = 'scroll_depth' then 75 end,
    case when event_type = 'user_idle' then 30000 end,
    case when event_type in ('call_to_action', 'booking_click') then '/pre-loi-assessment' end
  from (
    select visitors.id as visit_id, visitors.created_at + interval '20 seconds' * number as at,
      case when chance < 0.5 then 'page_view' when chance < 0.8 then 'scroll_depth' when chance < 0.97 then 'user_idle'
        when chance < 0.999 then 'call_to_action' else 'booking_click' end as event_type,
      case when other < 0.6 then '/' when other < 0.99 then '/blog/article-' || floor(random() * 20)
        else '/old-page-' || floor(random() * 500) end as url
    from visitors
    cross join lateral (select number, random() as chance, random() as other from generate_series(1, $1::int) as number) as drawn
    limit $2
  ) as made`;

const identifiedRows = `
  insert into visitors
    (first_name, last_name, email, source, ip_address, user_agent, created_at, lead_id, first_touch, last_touch, traffic_class,
     class_reason)
  select split_part(name, ' ', 1), substr(name, strpos(name, ' ') + 1), email, form, '198.18.0.1', 'Firefox', at, id,
    ${touch}, ${touch}, 'person', null
  from (
    select *, random() as chance, random() as other,
      (array['https://www.google.com', 'https://www.linkedin.com', 'Direct', 'https://cpa' || id || '.example'])
        [1 + floor(random() * 3.02)::int] as source
    from (
      select id, name, email, created_at as at, 'pre-loi-assessment-form' as form from pre_loi_assessments
      union all
      select id, name, email, created_at, 'linkedin-live-signup-form' from linkedin_live_signups
    ) as leads
  ) as drawn`;

/** One action in a hundred is rare. */
const auditRows = `
  insert into audit_events (at, action, actor_kind, actor_id, actor_email, subject)
  select ${moment("number", "$1")}, case when number % 100 = 0 then 'person-erased' else 'signed-in' end, 'staff',
    'id' || number % 50, 'staff' || number % 50 || '@example.com', case when number % 100 = 0 then 'person:' || number end
  from generate_series(1, $1::int) as number`;

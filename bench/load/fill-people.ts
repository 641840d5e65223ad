import type pg from "pg";

/** Triggers that keep the record of each person. They run once per row, which would take longer than storing the rows. */
const rowTriggers: readonly (readonly [table: string, trigger: string])[] = [
  ["pre_loi_assessments", "add_person_of_form"],
  ["linkedin_live_signups", "add_person_of_form"],
  ["visitors", "refresh_person_of_visit"],
];

/** Stores forms and visits without those triggers, and then the records of all people with one statement each. */
export async function fillPeople(client: pg.Client, fillForms: () => Promise<void>): Promise<void> {
  for (const [table, trigger] of rowTriggers) {
    await client.query(`alter table ${table} disable trigger ${trigger}`);
  }
  await fillForms();
  for (const statement of [people, addresses, sourceNames]) await client.query(statement);
  for (const [table, trigger] of rowTriggers) {
    await client.query(`alter table ${table} enable trigger ${trigger}`);
  }
  for (const table of ["people", "person_addresses", "source_names", "visit_counts"]) {
    await client.query(`vacuum (analyze) ${table}`);
  }
}

/** Each address of the data has one form. A third of the people have a due date. One person in seven has booked, and one of these in three is a client. */
const people = `
  insert into people (name, created_at, updated_at, email, latest_form_id, latest_form, latest_form_at, phone, score, score_level,
    has_seat, attended, status, contacted_at, booked_at, client_at, searchable, call_consent, email_consent, next_step, next_step_on,
    traffic_class, first_channel, first_campaign, first_page, last_channel, last_campaign, last_page, has_form_token)
  select form.name, form.created_at, form.created_at, form.email, form.id, form.kind, form.created_at, phone, score, score_level,
    has_seat, attended, status, case when status <> 'new' then form.created_at end,
    case when status in ('booked', 'client') then form.created_at end, case when status = 'client' then form.created_at end,
    form.searchable, consents[1 + floor(random() * 4)::int], consents[1 + floor(random() * 4)::int], 'Call',
    case when random() < 0.33 then current_date + floor(random() * 60)::int end, visit.traffic_class,
    channel_of_touch(first_touch), campaign_of_touch(first_touch), first_touch ->> 'landingPage',
    channel_of_touch(last_touch), campaign_of_touch(last_touch), last_touch ->> 'landingPage', random() < 0.5
  from (
    select id, name, email, phone, created_at, 'assessment' as kind, score, score_level, false as has_seat, false as attended, searchable
    from pre_loi_assessments
    union all
    select id, name, email, phone, created_at, 'event-signup', null, null, state = 'seat', state = 'seat' and random() < 0.6, searchable
    from linkedin_live_signups
  ) as form
  join visitors as visit on visit.lead_id = form.id
  cross join (select array['yes', 'no', 'not-asked', 'opted-out'] as consents) as states
  cross join lateral (
    select (array['new', 'new', 'contacted', 'contacted', 'contacted', 'not-a-fit', 'booked', 'new', 'new', 'contacted', 'contacted',
      'contacted', 'not-a-fit', 'booked', 'new', 'new', 'contacted', 'contacted', 'contacted', 'not-a-fit', 'client'])
      [1 + abs(hashtext(form.email)) % 21] as status
  ) as followed_up
  order by form.created_at`;

const addresses = "insert into person_addresses (email, person_id) select email, id from people";

const sourceNames = `
  select add_source_name(kind, spelling) from (
    select distinct 'channel' as kind, unnest(array[first_channel, last_channel]) as spelling from people
    union select distinct 'campaign', unnest(array[first_campaign, last_campaign]) from people
  ) as found
  where spelling is not null order by kind, spelling`;

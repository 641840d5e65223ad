-- What lists and reports about people filter, sort and count by. Computed from the forms and identified visits of all addresses of a
-- person, so that records can be merged and separated without losing anything. pg_trgm may be in any schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

alter table people
  -- Of the latest form.
  add column email text,
  add column latest_form_id uuid,
  add column latest_form text,
  add column latest_form_at timestamptz(3),
  -- The latest number that a form contained.
  add column phone text,
  -- Of the latest assessment.
  add column score integer,
  add column score_level text,
  -- Whether any sign-up has a seat or was recorded as attended.
  add column has_seat boolean not null default false,
  add column attended boolean not null default false,
  -- Of the first identified visit: where the person came from first, and in the visit in which the first form was sent. Null if the
  -- browser opted out of tracking.
  add column traffic_class text,
  add column first_channel text,
  add column first_campaign text,
  add column first_page text,
  add column last_channel text,
  add column last_campaign text,
  add column last_page text,
  -- When staff first reached or tried to reach the person, and when the person booked and became a client.
  add column contacted_at timestamptz(3),
  add column booked_at timestamptz(3),
  add column client_at timestamptz(3),
  add column searchable text not null default '';

-- The names under which staff see channels and campaigns. Spellings with the same letters and digits share a name until staff change it.
create table source_names (
  kind text not null check (kind in ('channel', 'campaign')),
  spelling text not null,
  -- The letters and digits of the spelling.
  key text not null,
  name text not null,
  primary key (kind, spelling)
);
create index source_names_by_key on source_names (kind, key);

create function source_key(spelling text) returns text language sql immutable parallel safe
  return regexp_replace(search_form(spelling), '[^[:alnum:]]', '', 'g');

-- Texts from URLs have at most 100 characters here, so that an index on several of them cannot exceed its limit and refuse a form.
-- Where a visit came from: the source in the URL, the advertiser of the click, the host of the referring page without www and .com, or
-- “direct”.
create function channel_of_touch(touch jsonb) returns text language sql immutable parallel safe
  return case when touch is not null then left(coalesce(
    nullif(lower(btrim(touch -> 'campaign' ->> 'source')), ''),
    case touch -> 'clickId' ->> 'kind'
      when 'li_fat_id' then 'linkedin'
      when 'fbclid' then 'facebook'
      when 'msclkid' then 'bing'
      when 'twclid' then 'twitter'
      when 'ttclid' then 'tiktok'
      when 'gclid' then 'google'
      when 'gbraid' then 'google'
      when 'wbraid' then 'google'
      else touch -> 'clickId' ->> 'kind'
    end,
    lower(substring(touch ->> 'referrer' from '^[a-z]+://(?:www\.)?([^/:]+?)(?:\.com)?(?::|/|$)')),
    'direct'
  ), 100) end;

create function campaign_of_touch(touch jsonb) returns text language sql immutable parallel safe
  return left(nullif(btrim(touch -> 'campaign' ->> 'campaign'), ''), 100);

create function add_source_name(new_kind text, new_spelling text) returns void
language plpgsql set search_path from current as $$
begin
  if new_spelling is null or exists (select from source_names where kind = new_kind and spelling = new_spelling) then
    return;
  end if;
  insert into source_names (kind, spelling, key, name)
  select new_kind, new_spelling, source_key(new_spelling), coalesce(
    (select name from source_names where kind = new_kind and key = source_key(new_spelling) order by spelling limit 1),
    new_spelling
  )
  on conflict do nothing;
end $$;

-- Computes the columns of a person from the forms and visits of all its addresses. The generic plan is always right, because each table is
-- read by an index, and planning takes longer than the query.
create function refresh_person(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  person people;
  emails text[] := array(select email from person_addresses where person_id = refreshed);
begin
  with form as (
    select form.id, form.name, form.email, form.phone, form.created_at, 'assessment' as kind, form.score, form.score_level,
      false as has_seat, false as attended, form.searchable
    from pre_loi_assessments as form where form.email = any (emails)
    union all
    select form.id, form.name, form.email, form.phone, form.created_at, 'event-signup', null, null,
      form.state = 'seat', form.attended is true, form.searchable
    from linkedin_live_signups as form where form.email = any (emails)
  ), latest as (
    select * from form order by created_at desc, id desc limit 1
  ), assessed as (
    select * from form where kind = 'assessment' order by created_at desc, id desc limit 1
  ), visit as (
    select traffic_class, channel_of_touch(first_touch) as first_channel, campaign_of_touch(first_touch) as first_campaign,
      left(first_touch ->> 'landingPage', 100) as first_page, channel_of_touch(last_touch) as last_channel,
      campaign_of_touch(last_touch) as last_campaign, left(last_touch ->> 'landingPage', 100) as last_page
    from visitors where email = any (emails) and lead_id is not null
    order by created_at, id limit 1
  )
  update people set
    email = latest.email,
    latest_form_id = latest.id,
    latest_form = latest.kind,
    latest_form_at = latest.created_at,
    phone = form_facts.phone,
    score = assessed.score,
    score_level = assessed.score_level,
    has_seat = form_facts.has_seat,
    attended = form_facts.attended,
    traffic_class = visit.traffic_class,
    first_channel = visit.first_channel,
    first_campaign = visit.first_campaign,
    first_page = visit.first_page,
    last_channel = visit.last_channel,
    last_campaign = visit.last_campaign,
    last_page = visit.last_page,
    searchable = form_facts.searchable || search_form(coalesce(' ' || people.company, ''))
  from latest
    cross join (
      select bool_or(form.has_seat or form.attended) as has_seat, bool_or(form.attended) as attended,
        string_agg(distinct form.searchable, ' ') as searchable,
        (array_agg(form.phone order by created_at desc, id desc) filter (where form.phone is not null))[1] as phone
      from form
    ) as form_facts
    left join assessed on true
    left join visit on true
  where people.id = refreshed
  returning people.* into person;
  perform add_source_name('channel', person.first_channel);
  perform add_source_name('channel', person.last_channel);
  perform add_source_name('campaign', person.first_campaign);
  perform add_source_name('campaign', person.last_campaign);
end $$;

-- The search path is stored, because a server may change it.
create function refresh_person_of_email() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_person(person_id) from person_addresses
  where email in (case when tg_op <> 'DELETE' then new.email end, case when tg_op <> 'INSERT' then old.email end);
  return null;
end $$;
-- The names put the refresh after the trigger that adds a record.
create trigger refresh_person after insert or delete or update of email, name, phone, score on pre_loi_assessments
  for each row execute function refresh_person_of_email();
create trigger refresh_person after insert or delete or update of email, name, phone, state, attended on linkedin_live_signups
  for each row execute function refresh_person_of_email();
create trigger refresh_person_of_visit after insert on visitors
  for each row when (new.lead_id is not null) execute function refresh_person_of_email();

create function refresh_changed_person() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_person(new.id);
  return null;
end $$;
create trigger refresh_changed_person after update of company on people
  for each row when (new.company is distinct from old.company) execute function refresh_changed_person();

-- When a status was first reached. A status that staff take back is not counted.
create function record_status_times() returns trigger language plpgsql set search_path from current as $$
begin
  new.contacted_at = case when new.status <> 'new' then coalesce(old.contacted_at, new.updated_at) end;
  new.booked_at = case
    when new.status in ('booked', 'client') then coalesce(old.booked_at, new.updated_at)
    when new.status = 'not-a-fit' then old.booked_at
  end;
  new.client_at = case when new.status = 'client' then coalesce(old.client_at, new.updated_at) end;
  return new;
end $$;
create trigger record_status_times before update of status on people
  for each row when (new.status is distinct from old.status) execute function record_status_times();

create or replace function add_person_of_form() returns trigger language plpgsql set search_path from current as $$
declare
  added uuid;
begin
  if exists (select from person_addresses where email = new.email) then return null; end if;
  -- With all indexed columns, so that the refresh changes no index.
  insert into people (name, created_at, email, searchable, latest_form_id, latest_form, latest_form_at)
  values (
    new.name, new.created_at, new.email, new.searchable, new.id,
    case tg_table_name when 'pre_loi_assessments' then 'assessment' else 'event-signup' end, new.created_at
  ) returning id into added;
  insert into person_addresses (email, person_id) values (new.email, added) on conflict (email) do nothing;
  -- A form with the same address was stored at the same time.
  if not found then delete from people where id = added; end if;
  return null;
end $$;

select refresh_person(id) from people;
alter table people
  alter column email set not null,
  alter column latest_form_id set not null,
  alter column latest_form set not null,
  alter column latest_form_at set not null;

create index people_latest_first on people (latest_form_at desc, id desc);
create index people_added on people (created_at, id);
create index people_by_status on people (status, latest_form_at desc, id desc);
create index people_by_search on people using gin (searchable gin_trgm_ops);
create index people_due on people (next_step_on, id) where next_step_on is not null;

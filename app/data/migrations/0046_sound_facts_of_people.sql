-- Anyone can send a form with another person's address. One form of a stranger must not hide a person as automated, replace the number
-- that the person agreed to be called at, or replace the score of a form that our page sent. The functions also run fewer statements for
-- the first form of a person. pg_trgm and unaccent may be in any schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

-- In the order in which forms and erasures lock them. In another order, one of these could deadlock with the migration.
lock table linkedin_live_signups, pre_loi_assessments in share row exclusive mode;

-- Whether a form came with a valid form token, which the receipt of the form shows.
alter table people add column has_form_token boolean not null default false;

-- Computes where a person came from. The visit of a program counts only if every form came from a program. A form without an identified
-- visit counts as that of a person. Like all functions below it has a generic plan, because each table is read by an index, and planning
-- takes longer than the query.
create function refresh_sources(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[] := array(select email from person_addresses where person_id = refreshed);
begin
  with source as (
    select traffic_class, channel_of_touch(first_touch) as first_channel, campaign_of_touch(first_touch) as first_campaign,
      left(first_touch ->> 'landingPage', 100) as first_page, channel_of_touch(last_touch) as last_channel,
      campaign_of_touch(last_touch) as last_campaign, left(last_touch ->> 'landingPage', 100) as last_page
    from (
      select * from visitors
      where email = any (emails) and lead_id is not null and (traffic_class <> 'machine' or not exists (
        select from (
          select id from pre_loi_assessments where email = any (emails)
          union all select id from linkedin_live_signups where email = any (emails)
        ) as form
        where not exists (select from visitors as own where own.lead_id = form.id and own.traffic_class = 'machine')
      ))
      order by traffic_class = 'machine', created_at, id limit 1
    ) as visit
  )
  update people set
    traffic_class = source.traffic_class,
    first_channel = source.first_channel,
    first_campaign = source.first_campaign,
    first_page = source.first_page,
    last_channel = source.last_channel,
    last_campaign = source.last_campaign,
    last_page = source.last_page
  from (select) as always left join source on true
  where people.id = refreshed and (
    people.traffic_class, people.first_channel, people.first_campaign, people.first_page, people.last_channel, people.last_campaign,
    people.last_page
  ) is distinct from (
    source.traffic_class, source.first_channel, source.first_campaign, source.first_page, source.last_channel, source.last_campaign,
    source.last_page
  );
  perform add_source_name(kind, spelling)
  from people cross join lateral (values
    ('channel', first_channel), ('channel', last_channel), ('campaign', first_campaign), ('campaign', last_campaign)
  ) as found (kind, spelling)
  where people.id = refreshed and spelling is not null
    and not exists (select from source_names as known where known.kind = found.kind and known.spelling = found.spelling);
end $$;

-- Computes what depends on the receipts of consent: whether a person may be called and sent email, the number and the score. The rule of
-- consent is that of app/intake/consent/find-consent.server.ts; a test compares them. Of several addresses, the most restrictive consent
-- holds. The number is that of the latest form that allowed calls, otherwise of the latest form before consent that was recorded without a
-- form. Without either, it is that of the latest form, unless calls are allowed. Like the score, it comes from forms with a form token if there
-- are any.
create or replace function refresh_consent(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[] := array(select email from person_addresses where person_id = refreshed);
begin
  with form as (
    select id, email, created_at, phone, score, score_level from pre_loi_assessments where email = any (emails)
    union all
    select id, email, created_at, phone, null, null from linkedin_live_signups where email = any (emails)
  ), receipt as (
    select form.email, lead_id, given_at, basis, by_email, by_phone, page_version is not null as has_token
    from form join consent_receipts on lead_id = form.id
    union all
    select email, null, given_at, basis, by_email, by_phone, false from consent_receipts where email = any (emails)
  ), proven as (
    select * from receipt where basis <> 'boxes-shown' or has_token
  ), given as (
    select email, coalesce(bool_or(by_phone), false) as by_phone, coalesce(bool_or(by_email), false) as by_email,
      coalesce(bool_or(basis = 'boxes-shown'), false) as was_asked,
      max(given_at) filter (where by_phone and basis <> 'boxes-shown') as phone_lift,
      max(given_at) filter (where by_email and basis <> 'boxes-shown') as email_lift
    from unnest(emails) as address (email) left join proven using (email)
    group by email
  ), state as (
    select
      case
        when exists (
          select from consent_withdrawals as withdrawal
          where withdrawal.email = any (array[given.email, address_digest(given.email)]) and channel = 'phone'
            and not coalesce(at < phone_lift, false)
        ) then 1
        when by_phone then 4
        when was_asked then 2
        else 3
      end as calls,
      case
        when exists (
          select from consent_withdrawals as withdrawal
          where withdrawal.email = any (array[given.email, address_digest(given.email)]) and channel = 'email'
            and not coalesce(at < email_lift, false)
        ) or exists (
          -- One change of preferences can stop announcements and keep articles. Both records then have the same time.
          select from letter_suppressions as suppression
          where suppression.email = any (array[given.email, address_digest(given.email)]) and topic = 'announcements'
            and not coalesce(created_at <= email_lift, false)
        ) then 1
        when by_email then 4
        when was_asked then 2
        else 3
      end as emails
    from given
  ), consent as (
    select (array['opted-out', 'no', 'not-asked', 'yes'])[min(state.calls)] as calls,
      (array['opted-out', 'no', 'not-asked', 'yes'])[min(state.emails)] as emails
    from state
  ), rated as (
    select form.*, coalesce(by_phone, false) as allows_calls, coalesce(has_token, false) as has_token,
      coalesce(form.created_at <= (select max(given_at) from receipt where lead_id is null and by_phone), false) as was_known
    from form left join (
      select lead_id, bool_or(by_phone and has_token) as by_phone, bool_or(has_token) as has_token
      from receipt where lead_id is not null group by lead_id
    ) as own on own.lead_id = form.id
  ), chosen as (
    select
      (array_agg(phone order by allows_calls desc, has_token desc, created_at desc, id desc)
        filter (where phone is not null and (allows_calls or was_known)))[1] as agreed_phone,
      (array_agg(phone order by has_token desc, created_at desc, id desc) filter (where phone is not null))[1] as latest_phone,
      (array_agg(score order by has_token desc, created_at desc, id desc) filter (where score is not null))[1] as score,
      (array_agg(score_level order by has_token desc, created_at desc, id desc) filter (where score is not null))[1] as score_level,
      bool_or(has_token) as has_form_token
    from rated
  ), computed as (
    select consent.calls, consent.emails, case when consent.calls = 'yes' then agreed_phone else coalesce(agreed_phone, latest_phone) end as phone,
      score, score_level, has_form_token
    from consent, chosen
    -- Without an address or a form, the record is about to be deleted.
    where consent.calls is not null and has_form_token is not null
  )
  update people set
    call_consent = computed.calls,
    email_consent = computed.emails,
    phone = computed.phone,
    score = computed.score,
    score_level = computed.score_level,
    has_form_token = computed.has_form_token
  from computed
  where people.id = refreshed and (
    people.call_consent, people.email_consent, people.phone, people.score, people.score_level, people.has_form_token
  ) is distinct from (
    computed.calls, computed.emails, computed.phone, computed.score, computed.score_level, computed.has_form_token
  );
end $$;

-- Computes what depends on the forms alone.
create function refresh_forms(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[] := array(select email from person_addresses where person_id = refreshed);
begin
  with form as (
    select id, email, created_at, 'assessment' as kind, false as has_seat, false as attended, searchable
    from pre_loi_assessments where email = any (emails)
    union all
    select id, email, created_at, 'event-signup', state = 'seat', attended is true, searchable
    from linkedin_live_signups where email = any (emails)
  ), latest as (
    select * from form order by created_at desc, id desc limit 1
  ), combined as (
    -- Anyone can send any number of forms, so the text has a bound. The record has the name of the first form.
    select bool_or(has_seat or attended) as has_seat, bool_or(attended) as attended, (
      select string_agg(distinct searchable, ' ')
      from (
        (select searchable from form order by created_at, id limit 1)
        union all (select searchable from form order by created_at desc, id desc limit 20)
      ) as searched
    ) as searchable
    from form
  )
  update people set
    email = latest.email,
    latest_form_id = latest.id,
    latest_form = latest.kind,
    latest_form_at = latest.created_at,
    has_seat = combined.has_seat,
    attended = combined.attended,
    searchable = combined.searchable || search_form(coalesce(' ' || company, ''))
  from latest, combined
  where people.id = refreshed;
end $$;

-- Computes all columns of a person from the forms, visits and receipts of all its addresses.
create or replace function refresh_person(refreshed uuid) returns void language plpgsql set search_path from current as $$
begin
  perform refresh_forms(refreshed);
  perform refresh_sources(refreshed);
  perform refresh_consent(refreshed);
end $$;

create or replace function add_person_of_form() returns trigger
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  existing uuid;
  added uuid;
begin
  select person_id into existing from person_addresses where email = new.email;
  if existing is null then
    -- With all columns that the form determines, so that nothing has to be computed for the first form of a person.
    if tg_table_name = 'pre_loi_assessments' then
      insert into people (name, created_at, email, searchable, latest_form_id, latest_form, latest_form_at, phone, score, score_level)
      values (
        new.name, new.created_at, new.email, new.searchable, new.id, 'assessment', new.created_at, new.phone, new.score, new.score_level
      ) returning id into added;
    else
      insert into people (name, created_at, email, searchable, latest_form_id, latest_form, latest_form_at, phone, has_seat, attended)
      values (
        new.name, new.created_at, new.email, new.searchable, new.id, 'event-signup', new.created_at, new.phone,
        new.state = 'seat' or new.attended is true, new.attended is true
      ) returning id into added;
    end if;
    insert into person_addresses (email, person_id) values (new.email, added) on conflict (email) do nothing;
    if found then
      -- Opt-outs and consent can be older than the form. Usually there are none, and the receipt of the form is stored after it.
      if exists (select from consent_withdrawals where email = any (array[new.email, address_digest(new.email)]))
        or exists (select from letter_suppressions where email = any (array[new.email, address_digest(new.email)]))
        or exists (select from consent_receipts where email = new.email)
        or exists (select from consent_receipts where lead_id = new.id)
        or exists (select from visitors where email = new.email and lead_id is not null) then
        perform refresh_person(added);
      end if;
      return null;
    end if;
    -- A form with the same address was stored at the same time.
    delete from people where id = added;
    select person_id into existing from person_addresses where email = new.email;
  end if;
  -- After an update, the triggers below compute the columns.
  if tg_op = 'INSERT' then perform refresh_person(existing); end if;
  return null;
end $$;

create function refresh_forms_of_email() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_forms(person_id) from person_addresses where email = new.email;
  return null;
end $$;
create or replace trigger refresh_person after delete or update of email, phone, score on pre_loi_assessments
  for each row execute function refresh_person_of_email();
create or replace trigger refresh_person after delete or update of email, phone on linkedin_live_signups
  for each row execute function refresh_person_of_email();
create trigger refresh_forms after update of name on pre_loi_assessments
  for each row execute function refresh_forms_of_email();
create trigger refresh_forms after update of name, state, attended on linkedin_live_signups
  for each row execute function refresh_forms_of_email();

create or replace function refresh_changed_person() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_forms(new.id);
  return null;
end $$;

-- The address of a receipt is that of its form, unless the receipt has an address.
create or replace function refresh_consent_of_receipt() returns trigger
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  changed consent_receipts := coalesce(new, old);
  address text := changed.email;
begin
  if address is null then select email into address from pre_loi_assessments where id = changed.lead_id; end if;
  if address is null then select email into address from linkedin_live_signups where id = changed.lead_id; end if;
  if tg_op = 'INSERT' and new.lead_id is not null then
    -- The first receipt of a person's only form. Without consent, opt-out and form token before, nothing else counts.
    update people set
      call_consent = case when new.basis <> 'boxes-shown' or new.page_version is null then 'not-asked' when new.by_phone then 'yes' else 'no' end,
      email_consent = case when new.basis <> 'boxes-shown' or new.page_version is null then 'not-asked' when new.by_email then 'yes' else 'no' end,
      has_form_token = new.page_version is not null
    where id = (select person_id from person_addresses where email = address) and latest_form_id = new.lead_id
      and call_consent = 'not-asked' and email_consent = 'not-asked' and not has_form_token
      and not exists (select from person_addresses as other where other.person_id = people.id and other.email <> address)
      and not exists (select from pre_loi_assessments as other where other.email = address and other.id <> new.lead_id)
      and not exists (select from linkedin_live_signups as other where other.email = address and other.id <> new.lead_id);
    if found then return null; end if;
  end if;
  perform refresh_consent_of_address(address);
  return null;
end $$;

create function refresh_sources_of_visit() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_sources(person_id) from person_addresses where email = new.email;
  return null;
end $$;
create or replace trigger refresh_person_of_visit after insert on visitors
  for each row when (new.lead_id is not null) execute function refresh_sources_of_visit();

-- The trigger that adds an address has computed everything.
create or replace trigger refresh_consent after update or delete on person_addresses
  for each row execute function refresh_consent_of_person();


update people set has_form_token = true where id in (
  select person_id from person_addresses as address join (
    select id, email from pre_loi_assessments union all select id, email from linkedin_live_signups
  ) as form using (email)
  join consent_receipts as receipt on receipt.lead_id = form.id
  where receipt.page_version is not null
);
-- Of a person with one form, the other columns do not change.
select refresh_person(person_id)
from person_addresses join (
  select email from pre_loi_assessments union all select email from linkedin_live_signups
) as form using (email)
group by person_id having count(*) > 1;

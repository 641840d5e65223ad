-- migration: safe, because the functions compute the same columns as before, and keep their names
-- The columns that are computed for a person lost the result of a transaction that committed at the same time. Each function read the
-- forms, receipts and visits in the statement that updates the record. If that statement waited for the record, it wrote what it had read
-- before the wait. The functions now lock the record first, because each statement sees what was committed before it. pg_trgm and unaccent may
-- be in any schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

-- Locks the record of the person with an address until the transaction ends. A merge or its undo can move the address during the wait.
create or replace function lock_person_of_address(address text) returns uuid
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  person uuid;
begin
  loop
    select person_id into person from person_addresses where email = address;
    if not found then return null; end if;
    perform from people where id = person for no key update;
    if exists (select from person_addresses where email = address and person_id = person) then return person; end if;
  end loop;
end $$;

create or replace function refresh_forms(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[];
begin
  perform from people where id = refreshed for no key update;
  emails := array(select email from person_addresses where person_id = refreshed);
  with newest as (
    select form.* from unnest(emails) as address (email) cross join lateral (
      (select id, email, created_at, 'assessment' as kind, searchable from pre_loi_assessments as own
      where own.email = address.email order by created_at desc, id desc limit 20)
      union all
      (select id, email, created_at, 'event-signup', searchable from linkedin_live_signups as own
      where own.email = address.email order by created_at desc, id desc limit 20)
    ) as form
    order by created_at desc, id desc limit 20
  ), first as (
    select form.searchable from unnest(emails) as address (email) cross join lateral (
      select * from (
        (select id, created_at, searchable from pre_loi_assessments as own
        where own.email = address.email order by created_at, id limit 1)
        union all
        (select id, created_at, searchable from linkedin_live_signups as own
        where own.email = address.email order by created_at, id limit 1)
      ) as either
      order by created_at, id limit 1
    ) as form
  ), latest as (
    -- A person whom staff added has no form at first.
    select id, email, created_at, kind from (
      select id, email, created_at, kind, 1 as priority from newest
      union all
      select id, (select min(own.email) from unnest(emails) as own (email)), added_at, 'staff', 2
      from people where id = refreshed and added_at is not null
    ) as entry
    order by priority, created_at desc, id desc limit 1
  ), seat as (
    select count(*) > 0 as has_seat, coalesce(bool_or(attended), false) as attended
    from linkedin_live_signups where email = any (emails) and (state = 'seat' or attended)
  ), combined as (
    -- Anyone can send any number of forms, so the text has a bound. The record has the name of the first form of one of the addresses.
    select string_agg(searchable, ' ' order by searchable) as searchable
    from (select searchable from first union select searchable from newest) as searched
  ), entered as (
    select string_agg(' ' || search_form(text), '' order by text) as searchable
    from (
      select name as text from people where id = refreshed
      union select contact_phone from people where id = refreshed
      union select address from unnest(emails) as own (address)
    ) as entry
    where text is not null and position(search_form(text) in coalesce((select searchable from combined), '')) = 0
  )
  update people set
    email = case when contact_email = any (emails) then contact_email else latest.email end,
    latest_form_id = latest.id,
    latest_form = latest.kind,
    latest_form_at = latest.created_at,
    has_seat = seat.has_seat,
    attended = seat.attended,
    searchable = coalesce(combined.searchable, '') || search_form(coalesce(' ' || company, '')) || coalesce(entered.searchable, '')
  from latest, seat, combined, entered
  where people.id = refreshed and latest.email is not null;
end $$;

create or replace function refresh_consent(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[];
  deciding text[];
begin
  perform from people where id = refreshed for no key update;
  emails := array(select email from person_addresses where person_id = refreshed);
  deciding := case when cardinality(emails) > 1 then array(select deciding_addresses(emails[1])) else emails end;
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
    from unnest(deciding) as address (email) left join proven using (email)
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
      (array_agg(created_at order by allows_calls desc, has_token desc, created_at desc, id desc)
        filter (where phone is not null and (allows_calls or was_known)))[1] as agreed_at,
      max(created_at) filter (where phone is not null and has_token) as verified_at,
      (array_agg(score order by has_token desc, created_at desc, id desc) filter (where score is not null))[1] as score,
      (array_agg(score_level order by has_token desc, created_at desc, id desc) filter (where score is not null))[1] as score_level,
      (array_agg(has_token order by has_token desc, created_at desc, id desc) filter (where phone is not null))[1] as is_phone_verified,
      (array_agg(has_token order by has_token desc, created_at desc, id desc) filter (where score is not null))[1] as is_score_verified,
      bool_or(has_token) as has_form_token
    from rated
  ), entered as (
    -- The number that staff entered, unless a later form allowed calls or, without one, came with a form token.
    select contact_phone as phone,
      coalesce(contact_phone_at <= (select max(given_at) from receipt where lead_id is null and by_phone), false)
        or coalesce(phone_digits(contact_phone) = phone_digits(agreed_phone), false) as is_agreed
    from people, chosen
    where people.id = refreshed and contact_phone is not null
      and coalesce(contact_phone_at >= coalesce(agreed_at, verified_at), true)
  ), computed as (
    select consent.calls, consent.emails,
      case
        when entered.is_agreed or (entered.phone is not null and consent.calls <> 'yes') then entered.phone
        when entered.phone is not null then null
        when consent.calls = 'yes' then agreed_phone
        else coalesce(agreed_phone, latest_phone)
      end as phone,
      case when agreed_phone is not null then 'agreed' when is_phone_verified then 'verified' else 'form' end as phone_source,
      score, score_level, coalesce(is_score_verified, false) as is_score_verified, coalesce(has_form_token, false) as has_form_token
    from consent cross join chosen left join entered on true
    -- Without an address, or without a form of a person whom staff did not add, the record is about to be deleted.
    where consent.calls is not null
      and (has_form_token is not null or exists (select from people where id = refreshed and added_at is not null))
  )
  update people set
    call_consent = computed.calls,
    email_consent = computed.emails,
    phone = computed.phone,
    phone_source = computed.phone_source,
    score = computed.score,
    score_level = computed.score_level,
    is_score_verified = computed.is_score_verified,
    has_form_token = computed.has_form_token
  from computed
  where people.id = refreshed and (
    people.call_consent, people.email_consent, people.phone, people.phone_source, people.score, people.score_level,
    people.is_score_verified, people.has_form_token
  ) is distinct from (
    computed.calls, computed.emails, computed.phone, computed.phone_source, computed.score, computed.score_level,
    computed.is_score_verified, computed.has_form_token
  );
end $$;

create or replace function refresh_sources(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[];
begin
  perform from people where id = refreshed for no key update;
  emails := array(select email from person_addresses where person_id = refreshed);
  with visit as (
    select found.* from unnest(emails) as address (email) cross join lateral (
      select * from visitors
      where visitors.email = address.email and lead_id is not null
      order by traffic_class = 'machine', created_at, id limit 1
    ) as found
    order by traffic_class = 'machine', created_at, id limit 1
  ), source as (
    select traffic_class, channel_of_touch(first_touch) as first_channel, campaign_of_touch(first_touch) as first_campaign,
      left(first_touch ->> 'landingPage', 100) as first_page, channel_of_touch(last_touch) as last_channel,
      campaign_of_touch(last_touch) as last_campaign, left(last_touch ->> 'landingPage', 100) as last_page
    from visit
    where traffic_class <> 'machine' or not exists (
      select from unnest(emails) as address (email) cross join lateral (
        select id from pre_loi_assessments as own where own.email = address.email
        union all
        select id from linkedin_live_signups as own where own.email = address.email
      ) as form
      where 'machine' <> all (select own.traffic_class from visitors as own where own.lead_id = form.id)
    )
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
  perform add_names_of_sources(refreshed);
end $$;

create or replace function refresh_person_of_email() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_person(lock_person_of_address(changed.email)) from (
    select distinct email
    from unnest(array[case when tg_op <> 'DELETE' then new.email end, case when tg_op <> 'INSERT' then old.email end]) as changed (email)
    where email is not null
  ) as changed;
  return null;
end $$;

create or replace function refresh_forms_of_email() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_forms(lock_person_of_address(new.email));
  return null;
end $$;

create or replace function refresh_consent_of_address(changed text) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
begin
  perform refresh_consent(lock_person_of_address(email)) from person_addresses
  where email = changed or address_digest(email) = changed;
end $$;

-- The record is locked after the check, because a transaction that stores a form locks the record when it commits.
create or replace function refresh_consent_of_receipt() returns trigger
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  changed consent_receipts := coalesce(new, old);
  address text := changed.email;
  form record;
  person uuid;
begin
  if tg_op = 'INSERT' and new.lead_id is not null then
    -- Without a form token, the receipt of a form counts for nothing.
    if new.page_version is null then return null; end if;
    select into form * from (
      select email, created_at, phone, score, score_level from pre_loi_assessments where id = new.lead_id
      union all
      select email, created_at, phone, null, null from linkedin_live_signups where id = new.lead_id
    ) as own;
    select person_id into person from person_addresses where email = form.email;
    if person is null or is_uncounted(person, new.lead_id, form.created_at) then return null; end if;
    person := lock_person_of_address(form.email);
    if count_receipt_of_latest_form(person, new, form.created_at, form.phone, form.score, form.score_level) then return null; end if;
  end if;
  if address is null then select email into address from pre_loi_assessments where id = changed.lead_id; end if;
  if address is null then select email into address from linkedin_live_signups where id = changed.lead_id; end if;
  perform refresh_consent_of_address(address);
  return null;
end $$;

create or replace function refresh_sources_of_visit() returns trigger
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  person uuid;
begin
  select person_id into person from person_addresses where email = new.email;
  if person is null or exists (
    select from (
      select id, created_at from pre_loi_assessments where id = new.lead_id
      union all
      select id, created_at from linkedin_live_signups where id = new.lead_id
    ) as form
    where is_uncounted(person, form.id, form.created_at)
  ) then
    return null;
  end if;
  perform refresh_sources(lock_person_of_address(new.email));
  return null;
end $$;

-- Computes the records again that lost a result. They are found without locks, so that forms wait for few of them.
with wrong as materialized (
  select id from people
  where latest_form_id is distinct from (
      select form.id from person_addresses as address cross join lateral (
        (select id, created_at from pre_loi_assessments as own where own.email = address.email order by created_at desc, id desc limit 1)
        union all
        (select id, created_at from linkedin_live_signups as own where own.email = address.email order by created_at desc, id desc limit 1)
      ) as form
      where address.person_id = people.id
      order by form.created_at desc, form.id desc limit 1
    )
    or (has_seat, attended) <> (
      select count(*) > 0, coalesce(bool_or(signup.attended), false)
      from person_addresses as address join linkedin_live_signups as signup using (email)
      where address.person_id = people.id and (signup.state = 'seat' or signup.attended)
    )
    or call_consent <> consent_of_person(id, 'phone') or email_consent <> consent_of_person(id, 'email')
)
select refresh_person(id) from (select id from wrong order by id) as ordered;

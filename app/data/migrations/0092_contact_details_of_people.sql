-- migration: safe, because the functions compute what they did for records without contact details of staff, which the previous release never writes
-- migration: index in a transaction, because the indexed column is new and empty
-- Contact details that staff enter: a corrected name, number or address, and people whom staff add without a form. The forms and receipts stay as
-- they are. pg_trgm and unaccent may be in any schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

alter table people
  -- One of the addresses of the person, which replaces that of the latest form in email.
  add column contact_email text,
  -- A number without consent, until consent to calls is recorded later.
  add column contact_phone text check (char_length(contact_phone) between 1 and 100),
  add column contact_phone_at timestamptz(3),
  -- When staff added the person. The record then stays without a form. Null for a person who sent the first form.
  add column added_at timestamptz(3);
create index people_by_contact_phone on people (phone_digits(contact_phone)) where contact_phone is not null;

-- Whether a form, consent or an opt-out came with an address. An address that staff entered has no say in the consent of the person before.
create function is_address_used(address text) returns boolean
language sql stable set search_path from current as $$
  select exists (select from pre_loi_assessments where email = address)
    or exists (select from linkedin_live_signups where email = address)
    or exists (select from consent_receipts where email = address)
    or exists (select from consent_withdrawals where email in (address, address_digest(address)))
    or exists (select from letter_suppressions where email in (address, address_digest(address)));
$$;

-- The addresses that determine the consent of the person with an address.
create function deciding_addresses(address text) returns setof text
language sql stable set search_path from current as $$
  with own as (
    select email, is_address_used(email) as is_used from addresses_of_person(address) as own (email)
  )
  select email from own where is_used or not exists (select from own where is_used);
$$;

-- As in migration 0050. The address is the one that staff chose, and a search also finds what staff entered.
create or replace function refresh_forms(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[] := array(select email from person_addresses where person_id = refreshed);
begin
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

-- As in migration 0050, with the number that staff entered: it can be called if consent was recorded later. Until then, it replaces an earlier
-- number without consent, and no number can be called if the consent covers an earlier one.
create or replace function refresh_consent(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[] := array(select email from person_addresses where person_id = refreshed);
  deciding text[] := case when cardinality(emails) > 1 then array(select deciding_addresses(emails[1])) else emails end;
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

-- As in migration 0060. The short computations do not know a number that staff entered, nor an address that had no say.
create or replace function count_receipt_of_latest_form(person uuid, receipt consent_receipts, form_at timestamptz, form_phone text, form_score int, form_level text)
returns boolean
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
begin
  update people set
    has_form_token = true,
    call_consent = case
      when receipt.basis <> 'boxes-shown' or call_consent in ('opted-out', 'yes') then call_consent when receipt.by_phone then 'yes' else 'no'
    end,
    email_consent = case
      when receipt.basis <> 'boxes-shown' or email_consent in ('opted-out', 'yes') then email_consent when receipt.by_email then 'yes' else 'no'
    end,
    phone = case
      when receipt.by_phone and form_phone is not null then form_phone
      when phone_source = 'agreed' then phone
      when receipt.by_phone and call_consent <> 'opted-out' or call_consent = 'yes' then null
      else coalesce(form_phone, phone)
    end,
    phone_source = case
      when receipt.by_phone and form_phone is not null then 'agreed'
      when phone_source = 'form' and form_phone is not null then 'verified'
      else phone_source
    end,
    score = coalesce(form_score, score),
    score_level = coalesce(form_level, score_level),
    is_score_verified = is_score_verified or form_score is not null
  where id = person and latest_form_id = receipt.lead_id
    and phone_source is not null and is_score_verified is not null
    and contact_phone is null
    -- Of several addresses, the most restrictive consent holds.
    and not exists (select from person_addresses as address where address.person_id = person offset 1)
    and not exists (select from consent_receipts as other where other.lead_id = receipt.lead_id and other.id <> receipt.id)
    and not is_known_to_agree(person, form_at);
  return found;
end $$;

create or replace function add_person_of_form() returns trigger
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  form record;
  receipt consent_receipts;
  existing uuid;
  added uuid;
  has_source boolean;
  is_counted boolean;
begin
  -- The transaction may have changed or deleted the form since.
  if tg_table_name = 'pre_loi_assessments' then
    select 'assessment' as kind, id, name, email, phone, created_at, searchable, score, score_level, false as has_seat, false as attended
    into form from pre_loi_assessments where id = new.id;
  else
    select 'event-signup' as kind, id, name, email, phone, created_at, searchable, null::int as score, null::text as score_level,
      state = 'seat' or attended is true as has_seat, attended is true as attended
    into form from linkedin_live_signups where id = new.id;
  end if;
  if not found then return null; end if;
  select person_id into existing from person_addresses where email = form.email;
  if existing is null then
    -- The usual case is computed here: the first form of a person, with at most one receipt and one visit.
    insert into people (
      name, created_at, email, searchable, latest_form_id, latest_form, latest_form_at, has_seat, attended, score, score_level,
      phone, has_form_token, is_score_verified, phone_source, call_consent, email_consent,
      traffic_class, first_channel, first_campaign, first_page, last_channel, last_campaign, last_page
    )
    select form.name, form.created_at, form.email, form.searchable, form.id, form.kind, form.created_at, form.has_seat, form.attended,
      form.score, form.score_level, form.phone, has_token, has_token and form.score is not null,
      case when form.phone is null or not has_token then 'form' when was_asked and own.by_phone then 'agreed' else 'verified' end,
      case when not was_asked then 'not-asked' when own.by_phone then 'yes' else 'no' end,
      case when not was_asked then 'not-asked' when own.by_email then 'yes' else 'no' end,
      visit.traffic_class, channel_of_touch(first_touch), campaign_of_touch(first_touch), left(first_touch ->> 'landingPage', 100),
      channel_of_touch(last_touch), campaign_of_touch(last_touch), left(last_touch ->> 'landingPage', 100)
    from (select) as always
      left join (select * from consent_receipts where lead_id = form.id limit 1) as own on true
      left join (select * from visitors where lead_id = form.id and email = form.email limit 1) as visit on true
      cross join lateral (select own.page_version is not null as has_token, own.page_version is not null and own.basis = 'boxes-shown' as was_asked) as asked
    returning id, coalesce(first_channel, last_channel) is not null into added, has_source;
    insert into person_addresses (email, person_id) values (form.email, added) on conflict (email) do nothing;
    if found then
      -- Opt-outs, consent and visits can be older than the form.
      if exists (select from consent_withdrawals where email = any (array[form.email, address_digest(form.email)]))
        or exists (select from letter_suppressions where email = any (array[form.email, address_digest(form.email)]))
        or exists (select from consent_receipts where email = form.email)
        or exists (select from consent_receipts where lead_id = form.id having count(*) > 1 or bool_or(basis not in ('boxes-shown', 'none-given')))
        or exists (
          select from visitors where email = form.email and lead_id is not null having count(*) > 1 or bool_or(lead_id <> form.id)
        ) then
        perform refresh_person(added);
      elsif has_source then
        perform add_names_of_sources(added);
      end if;
      return null;
    end if;
    -- A form with the same address was stored at the same time.
    delete from people where id = added;
    select person_id into existing from person_addresses where email = form.email;
  end if;
  -- After an update, the triggers below compute the columns.
  if tg_op <> 'INSERT' then return null; end if;
  perform refresh_forms(existing);
  select * into receipt from consent_receipts where lead_id = form.id and page_version is not null limit 1;
  if found then
    is_counted := count_receipt_of_latest_form(existing, receipt, form.created_at, form.phone, form.score, form.score_level);
  else
    -- Without a form token, the form counts for nothing that has a better source.
    update people set
      phone = case when phone_source = 'form' and call_consent <> 'yes' then coalesce(form.phone, phone) else phone end,
      score = case when is_score_verified then score else coalesce(form.score, score) end,
      score_level = case when is_score_verified then score_level else coalesce(form.score_level, score_level) end
    where id = existing and latest_form_id = form.id and phone_source is not null and is_score_verified is not null
      and contact_phone is null
      -- It can be the first form of an address that staff entered.
      and not exists (select from person_addresses as address where address.person_id = existing offset 1)
      and not is_known_to_agree(existing, form.created_at);
    is_counted := found;
  end if;
  if not is_counted then perform refresh_consent(existing); end if;
  -- A form without a visit counts as that of a person.
  if exists (select from visitors where lead_id = form.id) or exists (select from people where id = existing and traffic_class = 'machine') then
    perform refresh_sources(existing);
  end if;
  return null;
end $$;

-- A person whom staff added stays without a form.
create or replace function update_people_of_deleted_forms() returns trigger
language plpgsql set search_path from current as $$
declare
  emails text[] := array(select distinct email from deleted);
  changed uuid[] := array(select distinct person_id from person_addresses where email = any (emails) order by person_id);
  gone text[] := array(
    select email from unnest(emails) as address (email)
    where not exists (select from pre_loi_assessments as form where form.email = address.email)
      and not exists (select from linkedin_live_signups as form where form.email = address.email)
  );
begin
  -- Addresses that staff entered have no form and keep no record.
  delete from people
  where id = any (changed) and added_at is null
    and not exists (
      select from person_addresses as kept where kept.person_id = people.id and kept.email <> all (gone) and (
        exists (select from pre_loi_assessments as form where form.email = kept.email)
        or exists (select from linkedin_live_signups as form where form.email = kept.email)
      )
    );
  delete from person_addresses as address
  where email = any (gone)
    and not exists (select from people where id = address.person_id and (added_at is not null or contact_email = address.email));
  perform refresh_person(person.id) from unnest(changed) as person (id);
  return null;
end $$;

create or replace function remove_person_without_forms() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from pre_loi_assessments where email = old.email)
    or exists (select from linkedin_live_signups where email = old.email)
    or exists (
      select from person_addresses as address join people on people.id = address.person_id
      where address.email = old.email and added_at is not null
    ) then return null; end if;
  with removed as (delete from person_addresses where email = old.email returning person_id)
  delete from people where id in (select person_id from removed)
    and not exists (select from person_addresses where person_id = people.id and email <> old.email);
  return null;
end $$;

create or replace function refresh_changed_person() returns trigger language plpgsql set search_path from current as $$
begin
  perform refresh_forms(new.id);
  if (new.contact_phone, new.contact_phone_at) is distinct from (old.contact_phone, old.contact_phone_at) then
    perform refresh_consent(new.id);
  end if;
  return null;
end $$;
create or replace trigger refresh_changed_person
  after update of company, name, contact_email, contact_phone, contact_phone_at, added_at on people
  for each row when (
    (new.company, new.name, new.contact_email, new.contact_phone, new.contact_phone_at, new.added_at)
    is distinct from (old.company, old.name, old.contact_email, old.contact_phone, old.contact_phone_at, old.added_at)
  ) execute function refresh_changed_person();

-- As in migration 0051, with the name, the address and the number.
create or replace function queue_person_updated() returns trigger language plpgsql set search_path from current as $$
declare
  fields text[];
  content jsonb;
begin
  if new.revision = 1 and new.updated_at = now()::timestamptz(3) then return null; end if;
  if not wants_event('person.updated') then return null; end if;
  fields := array_remove(array[
    case when new.status <> old.status then 'status' end,
    case when new.owner_id is distinct from old.owner_id then 'owner' end,
    case when (new.next_step, new.next_step_on) is distinct from (old.next_step, old.next_step_on) then 'nextStep' end,
    case when new.company is distinct from old.company then 'company' end,
    case when (new.name, new.contact_email, new.contact_phone) is distinct from (old.name, old.contact_email, old.contact_phone) then 'contact' end,
    case when new.call_consent <> old.call_consent then 'callConsent' end,
    case when new.email_consent <> old.email_consent then 'emailConsent' end,
    case when new.attended <> old.attended then 'attended' end
  ], null);
  content := jsonb_build_object(
    'personId', new.id,
    'status', new.status,
    'ownerId', new.owner_id,
    'nextStepOn', new.next_step_on,
    'callConsent', new.call_consent,
    'emailConsent', new.email_consent,
    'attended', new.attended
  );
  update integration_deliveries set data = content || jsonb_build_object('changed', (
    select jsonb_agg(distinct field) from (
      select jsonb_array_elements_text(data -> 'changed') as field union all select unnest(fields)
    ) as changed
  ))
  where person_id = new.id and event = 'person.updated' and occurred_at = now()::timestamptz(3)
    and state = 'waiting' and attempts = 0;
  insert into integration_deliveries (destination_id, event, person_id, data)
  select id, 'person.updated', new.id, content || jsonb_build_object('changed', to_jsonb(fields))
  from integration_destinations as destination
  where 'person.updated' = any (events) and not exists (
    select from integration_deliveries as earlier
    where earlier.destination_id = destination.id and earlier.person_id = new.id
      and earlier.event = 'person.updated' and earlier.occurred_at = now()::timestamptz(3)
      and earlier.state = 'waiting' and earlier.attempts = 0
  )
  for key share;
  return null;
end $$;
create or replace trigger queue_person_updated after update on people
  for each row when (
    new.email not like '%.invalid' and (
      new.status, new.owner_id, new.next_step, new.next_step_on, new.company, new.call_consent, new.email_consent, new.attended,
      new.name, new.contact_email, new.contact_phone
    ) is distinct from (
      old.status, old.owner_id, old.next_step, old.next_step_on, old.company, old.call_consent, old.email_consent, old.attended,
      old.name, old.contact_email, old.contact_phone
    )
  ) execute function queue_person_updated();

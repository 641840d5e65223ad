-- The record of a person was written three times for each form: for the form, its receipt and its visit. Each write updates all indexes of
-- people. The trigger of the form now runs when the transaction commits, and computes the record from all three. pg_trgm and unaccent may be
-- in any schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

-- In the order in which forms and erasures lock them. In another order, one of these could deadlock with the migration.
lock table linkedin_live_signups, pre_loi_assessments, visitors in access exclusive mode;

-- The order in which refresh_sources needs the visits of an address, so that it reads one of them.
create index visitors_by_address_and_class on visitors (email, (traffic_class = 'machine'), created_at, id) where lead_id is not null;
-- Each has the rows of the new index or fewer.
drop index visitors_by_address;
drop index visitors_of_people;

create function add_names_of_sources(person uuid) returns void
language sql set search_path from current as $$
  -- In one order, because two forms that add the same names in opposite orders could deadlock.
  select add_source_name(kind, spelling) from (
    select kind, spelling
    from people cross join lateral (values
      ('channel', first_channel), ('channel', last_channel), ('campaign', first_campaign), ('campaign', last_campaign)
    ) as found (kind, spelling)
    where people.id = person and spelling is not null
      and not exists (select from source_names as known where known.kind = found.kind and known.spelling = found.spelling)
    order by kind, source_key(spelling), spelling
  ) as added;
$$;

-- The source of a person is the first visit. A visit of a program counts only if each form has one. The visits of each form are read by
-- their form, because the plan of a new installation, which has no statistics, otherwise reads the visits of all programs.
create or replace function refresh_sources(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[] := array(select email from person_addresses where person_id = refreshed);
begin
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

-- As before. OFFSET keeps the receipts of each address in a subquery of its own, which uses the index on the address.
create or replace function is_known_to_agree(person uuid, since timestamptz) returns boolean
language sql stable set search_path from current as $$
  select exists (
    select from person_addresses as address
    where address.person_id = person and exists (
      select from consent_receipts as receipt
      where receipt.email = address.email and receipt.by_phone and receipt.given_at >= since
      offset 0
    )
  );
$$;

-- Whether the record does not contain a form yet. The form is then newer than the latest one in the record, and was stored in this
-- transaction, whose commit adds it with its receipt and its visit.
create function is_uncounted(person uuid, form_id uuid, form_at timestamptz) returns boolean
language sql stable set search_path from current as $$
  select (form_at, form_id) > (latest_form_at, latest_form_id) from people where id = person;
$$;

-- Adds the receipt of the person's latest form to the record. The form takes precedence over all others with a form token. Its receipt neither
-- lifts nor records an opt-out. Returns false if the record has to be computed instead.
create function count_receipt_of_latest_form(person uuid, receipt consent_receipts, form_at timestamptz, form_phone text, form_score int, form_level text)
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
    -- Of several addresses, the most restrictive consent holds.
    and not exists (select from person_addresses as address where address.person_id = person offset 1)
    and not exists (select from consent_receipts as other where other.lead_id = receipt.lead_id and other.id <> receipt.id)
    and not is_known_to_agree(person, form_at);
  return found;
end $$;

-- Runs when the transaction that stores a form commits, and immediately after a change of the address.
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

drop trigger add_person_of_form on pre_loi_assessments;
drop trigger add_person_of_form on linkedin_live_signups;
create constraint trigger add_person_of_form after insert on pre_loi_assessments deferrable initially deferred
  for each row execute function add_person_of_form();
create constraint trigger add_person_of_form after insert on linkedin_live_signups deferrable initially deferred
  for each row execute function add_person_of_form();
create trigger add_person_of_changed_form after update of email on pre_loi_assessments
  for each row execute function add_person_of_form();
create trigger add_person_of_changed_form after update of email on linkedin_live_signups
  for each row execute function add_person_of_form();

-- The names still put these after the triggers that add the record, whose id they send.
drop trigger queue_assessment_submitted on pre_loi_assessments;
drop trigger queue_signup_created on linkedin_live_signups;
create constraint trigger queue_assessment_submitted after insert on pre_loi_assessments deferrable initially deferred
  for each row execute function queue_assessment_submitted();
create constraint trigger queue_signup_created after insert on linkedin_live_signups deferrable initially deferred
  for each row execute function queue_signup_created();

-- The address of a receipt is that of its form, unless the receipt has an address.
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
  perform refresh_sources(person);
  return null;
end $$;

-- A stranger can send any number of forms with one address and name a new campaign first. Neither must make the record of a person slow to
-- change or impossible to erase, or choose the name under which staff see a campaign. pg_trgm and unaccent may be in any schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

-- In the order in which forms and erasures lock them. In another order, one of these could deadlock with the migration.
lock table linkedin_live_signups, pre_loi_assessments in share row exclusive mode;

-- Per address and in the order of time, so that the newest forms of a person with thousands are found without reading all of them.
create index pre_loi_assessments_by_address_and_time on pre_loi_assessments (email, created_at, id);
create index linkedin_live_signups_by_address_and_time on linkedin_live_signups (email, created_at, id);
create index linkedin_live_signups_with_seat on linkedin_live_signups (email) where state = 'seat' or attended;
create index visitors_of_people on visitors (email, created_at, id) where lead_id is not null and traffic_class <> 'machine';
-- A prefix of the first index.
drop index pre_loi_assessments_by_address;

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
    select * from newest order by created_at desc, id desc limit 1
  ), seat as (
    select count(*) > 0 as has_seat, coalesce(bool_or(attended), false) as attended
    from linkedin_live_signups where email = any (emails) and (state = 'seat' or attended)
  ), combined as (
    -- Anyone can send any number of forms, so the text has a bound. The record has the name of the first form of one of the addresses.
    select string_agg(searchable, ' ' order by searchable) as searchable
    from (select searchable from first union select searchable from newest) as searched
  )
  update people set
    email = latest.email,
    latest_form_id = latest.id,
    latest_form = latest.kind,
    latest_form_at = latest.created_at,
    has_seat = seat.has_seat,
    attended = seat.attended,
    searchable = combined.searchable || search_form(coalesce(' ' || company, ''))
  from latest, seat, combined
  where people.id = refreshed;
end $$;

-- Where the number comes from: a form that allowed calls, a form with a form token, or another form; and whether the score comes from a form
-- with a form token. A new form is compared with them instead of with all earlier forms. Null until the record is computed again.
alter table people
  add column phone_source text check (phone_source in ('agreed', 'verified', 'form')),
  add column is_score_verified boolean;

-- Also computes the sources of the number and the score. The rules are those of migration 0046.
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
      (array_agg(has_token order by has_token desc, created_at desc, id desc) filter (where phone is not null))[1] as is_phone_verified,
      (array_agg(has_token order by has_token desc, created_at desc, id desc) filter (where score is not null))[1] as is_score_verified,
      bool_or(has_token) as has_form_token
    from rated
  ), computed as (
    select consent.calls, consent.emails, case when consent.calls = 'yes' then agreed_phone else coalesce(agreed_phone, latest_phone) end as phone,
      case when agreed_phone is not null then 'agreed' when is_phone_verified then 'verified' else 'form' end as phone_source,
      score, score_level, coalesce(is_score_verified, false) as is_score_verified, has_form_token
    from consent, chosen
    -- Without an address or a form, the record is about to be deleted.
    where consent.calls is not null and has_form_token is not null
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

-- Whether consent to calls was recorded without a form after a time, which then covers the earlier forms.
create function is_known_to_agree(person uuid, since timestamptz) returns boolean
language sql stable set search_path from current as $$
  select exists (
    select from person_addresses as address join consent_receipts as receipt on receipt.email = address.email
    where address.person_id = person and receipt.by_phone and receipt.given_at >= since
  );
$$;

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
      insert into people (
        name, created_at, email, searchable, latest_form_id, latest_form, latest_form_at, phone, phone_source, score, score_level, is_score_verified
      )
      values (
        new.name, new.created_at, new.email, new.searchable, new.id, 'assessment', new.created_at, new.phone,
        'form', new.score, new.score_level, false
      ) returning id into added;
    else
      insert into people (
        name, created_at, email, searchable, latest_form_id, latest_form, latest_form_at, phone, phone_source, is_score_verified, has_seat, attended
      )
      values (
        new.name, new.created_at, new.email, new.searchable, new.id, 'event-signup', new.created_at, new.phone,
        'form', false, new.state = 'seat' or new.attended is true, new.attended is true
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
  if tg_op = 'INSERT' then
    perform refresh_forms(existing);
    -- The form counts for nothing that has a better source. Its receipt and its visit are usually stored after it.
    update people set
      phone = case when phone_source = 'form' and call_consent <> 'yes' then coalesce(new.phone, phone) else phone end,
      score = case when is_score_verified then score else coalesce((form ->> 'score')::int, score) end,
      score_level = case when is_score_verified then score_level else coalesce(form ->> 'score_level', score_level) end
    -- A sign-up has no score.
    from to_jsonb(new) as form
    where id = existing and latest_form_id = new.id and phone_source is not null and is_score_verified is not null
      and traffic_class is distinct from 'machine'
      and not exists (select from consent_receipts where lead_id = new.id)
      and not exists (select from visitors where lead_id = new.id)
      and not is_known_to_agree(existing, new.created_at);
    if found then return null; end if;
    perform refresh_sources(existing);
    perform refresh_consent(existing);
  end if;
  return null;
end $$;

-- The address of a receipt is that of its form, unless the receipt has an address.
create or replace function refresh_consent_of_receipt() returns trigger
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  changed consent_receipts := coalesce(new, old);
  address text := changed.email;
  form record;
begin
  if tg_op = 'INSERT' and new.lead_id is not null then
    -- Without a form token, the receipt of a form counts for nothing.
    if new.page_version is null then return null; end if;
    -- The latest form takes precedence over all others with a form token. Its receipt neither lifts nor records an opt-out.
    select into form * from (
      select email, created_at, phone, score, score_level from pre_loi_assessments where id = new.lead_id
      union all
      select email, created_at, phone, null, null from linkedin_live_signups where id = new.lead_id
    ) as own;
    update people set
      has_form_token = true,
      call_consent = case
        when new.basis <> 'boxes-shown' or call_consent in ('opted-out', 'yes') then call_consent when new.by_phone then 'yes' else 'no'
      end,
      email_consent = case
        when new.basis <> 'boxes-shown' or email_consent in ('opted-out', 'yes') then email_consent when new.by_email then 'yes' else 'no'
      end,
      phone = case
        when new.by_phone and form.phone is not null then form.phone
        when phone_source = 'agreed' then phone
        when new.by_phone and call_consent <> 'opted-out' or call_consent = 'yes' then null
        else coalesce(form.phone, phone)
      end,
      phone_source = case
        when new.by_phone and form.phone is not null then 'agreed'
        when phone_source = 'form' and form.phone is not null then 'verified'
        else phone_source
      end,
      score = coalesce(form.score, score),
      score_level = coalesce(form.score_level, score_level),
      is_score_verified = is_score_verified or form.score is not null
    where id = (select person_id from person_addresses where email = form.email) and latest_form_id = new.lead_id
      and phone_source is not null and is_score_verified is not null
      and not exists (select from person_addresses as other where other.person_id = people.id and other.email <> form.email)
      and not exists (select from consent_receipts as other where other.lead_id = new.lead_id and other.id <> new.id)
      and not is_known_to_agree(people.id, form.created_at);
    if found then return null; end if;
  end if;
  if address is null then select email into address from pre_loi_assessments where id = changed.lead_id; end if;
  if address is null then select email into address from linkedin_live_signups where id = changed.lead_id; end if;
  perform refresh_consent_of_address(address);
  return null;
end $$;

-- Computes the records of deleted forms once for each statement. Computing them for each form takes time in proportion to the square of the
-- number of forms.
create function update_people_of_deleted_forms() returns trigger
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
  delete from people
  where id = any (changed)
    and not exists (select from person_addresses as kept where kept.person_id = people.id and kept.email <> all (gone));
  delete from person_addresses where email = any (gone);
  perform refresh_person(person.id) from unnest(changed) as person (id);
  return null;
end $$;
create trigger update_people_of_deleted_forms after delete on pre_loi_assessments
  referencing old table as deleted for each statement execute function update_people_of_deleted_forms();
create trigger update_people_of_deleted_forms after delete on linkedin_live_signups
  referencing old table as deleted for each statement execute function update_people_of_deleted_forms();

create or replace trigger refresh_person after update of email, phone, score on pre_loi_assessments
  for each row execute function refresh_person_of_email();
create or replace trigger refresh_person after update of email, phone on linkedin_live_signups
  for each row execute function refresh_person_of_email();
create or replace trigger remove_person_without_forms after update of email on pre_loi_assessments
  for each row execute function remove_person_without_forms();
create or replace trigger remove_person_without_forms after update of email on linkedin_live_signups
  for each row execute function remove_person_without_forms();
-- Computing a record includes the consent.
drop trigger refresh_consent on pre_loi_assessments;
drop trigger refresh_consent on linkedin_live_signups;

-- Adds a spelling of a channel or campaign. Spellings with the same letters and digits share the name of the spelling that most people came
-- from, otherwise of the plainest one, so that the first one does not decide. A name that staff have given, split or entered spend for does
-- not change.
create or replace function add_source_name(new_kind text, new_spelling text) returns void
language plpgsql set search_path from current as $$
declare
  new_key text := source_key(new_spelling);
  alike text[];
  names text[];
  chosen text;
begin
  if new_spelling is null or exists (select from source_names where kind = new_kind and spelling = new_spelling) then
    return;
  end if;
  select array_agg(spelling order by spelling), array_agg(distinct name) into alike, names
  from source_names where kind = new_kind and key = new_key;
  if alike is null then
    chosen := new_spelling;
  elsif cardinality(names) > 1 or not names <@ alike
    or exists (select from source_spend where kind = new_kind and name = names[1]) then
    select name into chosen from source_names where kind = new_kind and key = new_key order by is_given desc, spelling limit 1;
  else
    select spelling into chosen
    from unnest(alike || new_spelling) as candidate (spelling) left join (
      select spelling, count(*) as people
      from people cross join lateral (
        select first_channel as spelling where new_kind = 'channel' union select last_channel where new_kind = 'channel'
        union select first_campaign where new_kind = 'campaign' union select last_campaign where new_kind = 'campaign'
      ) as source
      where spelling = any (alike || new_spelling)
      group by spelling
    ) as counted using (spelling)
    order by exists (select from source_spend where kind = new_kind and name = spelling) desc, coalesce(people, 0) desc, octet_length(spelling), spelling collate "C" limit 1;
    -- Added again and not updated, because an update marks a name as given by staff.
    with removed as (
      delete from source_names where kind = new_kind and key = new_key and name <> chosen returning spelling
    )
    insert into source_names (kind, spelling, key, name) select new_kind, spelling, new_key, chosen from removed;
  end if;
  insert into source_names (kind, spelling, key, name) values (new_kind, new_spelling, new_key, chosen) on conflict do nothing;
end $$;

-- Reads the visits of programs only if there are no others. Adds the names in one order, because two forms that add the same names in
-- opposite orders could deadlock.
create or replace function refresh_sources(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  emails text[] := array(select email from person_addresses where person_id = refreshed);
begin
  with visit as (
    select found.* from unnest(emails) as address (email) cross join lateral (
      select * from visitors
      where visitors.email = address.email and lead_id is not null and traffic_class <> 'machine'
      order by created_at, id limit 1
    ) as found
    order by created_at, id limit 1
  ), program as (
    select * from visitors
    where email = any (emails) and lead_id is not null and traffic_class = 'machine' and not exists (select from visit)
      and not exists (
        select from (
          select id from pre_loi_assessments where email = any (emails)
          union all select id from linkedin_live_signups where email = any (emails)
        ) as form
        where not exists (select from visitors as own where own.lead_id = form.id and own.traffic_class = 'machine')
      )
    order by created_at, id limit 1
  ), source as (
    select traffic_class, channel_of_touch(first_touch) as first_channel, campaign_of_touch(first_touch) as first_campaign,
      left(first_touch ->> 'landingPage', 100) as first_page, channel_of_touch(last_touch) as last_channel,
      campaign_of_touch(last_touch) as last_campaign, left(last_touch ->> 'landingPage', 100) as last_page
    from (select * from visit union all select * from program) as first
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
  perform add_source_name(kind, spelling) from (
    select kind, spelling
    from people cross join lateral (values
      ('channel', first_channel), ('channel', last_channel), ('campaign', first_campaign), ('campaign', last_campaign)
    ) as found (kind, spelling)
    where people.id = refreshed and spelling is not null
      and not exists (select from source_names as known where known.kind = found.kind and known.spelling = found.spelling)
    order by kind, source_key(spelling), spelling
  ) as added;
end $$;

-- Of a person with few forms, the texts do not change.
select refresh_person(person_id)
from person_addresses join (
  select email from pre_loi_assessments union all select email from linkedin_live_signups
) as form using (email)
group by person_id having count(*) > 20;

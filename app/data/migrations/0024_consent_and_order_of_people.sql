-- Whether each person may be called and sent email, for lists of people, and the indexes of their sort orders. unaccent may be in any
-- schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

alter table people
  add column call_consent text not null default 'not-asked'
    check (call_consent in ('yes', 'no', 'not-asked', 'opted-out')),
  add column email_consent text not null default 'not-asked'
    check (email_consent in ('yes', 'no', 'not-asked', 'opted-out'));

-- How opt-outs name an address after its erasure.
create function address_digest(address text) returns text language sql immutable parallel safe
  return 'sha256:' || encode(sha256(convert_to(address, 'UTF8')), 'hex');

create index person_addresses_by_digest on person_addresses (address_digest(email));

-- The rule of app/intake/consent/find-consent.server.ts; a test compares them. Like all functions below it has a generic plan, because each
-- table is read by an index, and planning takes longer than the query.
create function consent_of_address(address text, asked text) returns text
language plpgsql stable set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  names text[] := array[address, address_digest(address)];
begin
  return (
    with receipt as (
      select given_at, basis, case asked when 'email' then by_email else by_phone end as is_given
      from (
        select given_at, basis, by_email, by_phone, page_version from consent_receipts where email = address
        union all
        select given_at, basis, by_email, by_phone, page_version from consent_receipts where lead_id in (
          select id from pre_loi_assessments where email = address
          union all select id from linkedin_live_signups where email = address
        )
      ) as receipt
      where basis <> 'boxes-shown' or page_version is not null
    ), lift as (
      select max(given_at) as at from receipt where is_given and basis <> 'boxes-shown'
    ), opt_out as (
      select coalesce(withdrawal.at < lift.at, false) as is_lifted
      from consent_withdrawals as withdrawal, lift
      where withdrawal.email = any (names) and withdrawal.channel = asked
      union all
      -- One change of preferences can stop announcements and keep articles. Both records then have the same time.
      select coalesce(suppression.created_at <= lift.at, false)
      from letter_suppressions as suppression, lift
      where asked = 'email' and suppression.email = any (names) and suppression.topic = 'announcements'
    )
    select case
      when exists (select from opt_out where not is_lifted) then 'opted-out'
      when exists (select from receipt where is_given) then 'yes'
      when exists (select from receipt where basis = 'boxes-shown') then 'no'
      else 'not-asked'
    end
  );
end $$;

-- Of several addresses, the most restrictive consent holds.
create function consent_of_person(person uuid, asked text) returns text
language plpgsql stable set search_path from current set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select state
    from (select consent_of_address(email, asked) as state from person_addresses where person_id = person) as consent
    order by array_position(array['opted-out', 'no', 'not-asked', 'yes'], state)
    limit 1
  );
end $$;

create function refresh_consent(refreshed uuid) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  calls text := consent_of_person(refreshed, 'phone');
  emails text := consent_of_person(refreshed, 'email');
begin
  -- Without an address, the record is about to be deleted.
  update people set call_consent = calls, email_consent = emails
  where id = refreshed and calls is not null and (call_consent, email_consent) <> (calls, emails);
end $$;

create function refresh_consent_of_address(changed text) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
begin
  perform refresh_consent(person_id) from person_addresses
  where email = changed or address_digest(email) = changed;
end $$;

-- The address of a receipt is that of its form, unless the receipt has an address.
create function refresh_consent_of_receipt() returns trigger language plpgsql set search_path from current as $$
declare
  changed consent_receipts := coalesce(new, old);
begin
  perform refresh_consent_of_address(coalesce(
    changed.email,
    (select email from pre_loi_assessments where id = changed.lead_id),
    (select email from linkedin_live_signups where id = changed.lead_id)
  ));
  return null;
end $$;
create trigger refresh_consent after insert or update or delete on consent_receipts
  for each row execute function refresh_consent_of_receipt();

create function refresh_consent_of_row() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'DELETE' then perform refresh_consent_of_address(new.email); end if;
  if tg_op <> 'INSERT' then perform refresh_consent_of_address(old.email); end if;
  return null;
end $$;
create trigger refresh_consent after insert or update or delete on consent_withdrawals
  for each row execute function refresh_consent_of_row();
create trigger refresh_consent after insert or update or delete on letter_suppressions
  for each row execute function refresh_consent_of_row();
-- The receipts of a form count as long as it exists.
create trigger refresh_consent after delete or update of email on pre_loi_assessments
  for each row execute function refresh_consent_of_row();
create trigger refresh_consent after delete or update of email on linkedin_live_signups
  for each row execute function refresh_consent_of_row();

create function refresh_consent_of_person() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'DELETE' then perform refresh_consent(new.person_id); end if;
  if tg_op <> 'INSERT' then perform refresh_consent(old.person_id); end if;
  return null;
end $$;
create trigger refresh_consent after insert or update or delete on person_addresses
  for each row execute function refresh_consent_of_person();

select refresh_consent(id) from people;

-- The other sort orders of the list. People without a score or a due date are last in both directions.
create index people_highest_score on people (coalesce(score, -1) desc, id desc);
create index people_lowest_score on people (coalesce(score, 100), id);
create index people_due_first on people (coalesce(next_step_on, 'infinity'), id);
create index people_due_last on people (coalesce(next_step_on, '-infinity') desc, id desc);
create index people_by_name on people (search_form(name), id);

-- Inserts the score too, because it is indexed now.
create or replace function add_person_of_form() returns trigger language plpgsql set search_path from current as $$
declare
  added uuid;
begin
  if exists (select from person_addresses where email = new.email) then return null; end if;
  -- With all indexed columns, so that the refresh changes no index.
  insert into people (name, created_at, email, searchable, latest_form_id, latest_form, latest_form_at, score)
  values (
    new.name, new.created_at, new.email, new.searchable, new.id,
    case tg_table_name when 'pre_loi_assessments' then 'assessment' else 'event-signup' end, new.created_at,
    case tg_table_name when 'pre_loi_assessments' then (to_jsonb(new) ->> 'score')::integer end
  ) returning id into added;
  insert into person_addresses (email, person_id) values (new.email, added) on conflict (email) do nothing;
  -- A form with the same address was stored at the same time.
  if not found then delete from people where id = added; end if;
  return null;
end $$;

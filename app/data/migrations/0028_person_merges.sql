-- Two records of the same person can be merged, and the merge can be undone for a while. The addresses and notes of the removed record
-- move to the kept one. pg_trgm may be in any schema.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

create table person_merges (
  id bigint generated always as identity primary key,
  kept_id uuid not null references people (id) on delete cascade,
  removed_id uuid not null,
  merged_at timestamptz(3) not null,
  merged_by text not null,
  -- The row of the removed record.
  removed jsonb not null,
  -- What moved to the kept record: addresses, ids of notes, and ids of the earlier merges of the removed record.
  moved jsonb not null,
  -- The fields of the kept record that the merge changes, before and after it.
  kept_before jsonb not null,
  kept_after jsonb not null
);
create index person_merges_kept on person_merges (kept_id, id);
create index person_merges_merged_at on person_merges (merged_at);

-- An erasure of any address ends the undo period, because the row contains data of all addresses. A trigger and not a statement of the
-- program, because servers of the previous version erase people during an upgrade.
create function delete_merges_of_person() returns trigger language plpgsql as $$
begin
  delete from person_merges where kept_id = old.person_id;
  return null;
end $$;
create trigger delete_merges_of_person after delete on person_addresses
  for each row execute function delete_merges_of_person();

-- A merge moves notes. Their content is never changed.
create or replace function refuse_note_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'person_id' = to_jsonb(old) - 'person_id' then return new; end if;
  raise exception 'Entries of person_notes are never changed.';
end $$;

-- All addresses of the person with an address, and the address itself.
create function addresses_of_person(address text) returns setof text language sql stable parallel safe
begin atomic
  select other.email from person_addresses as own
  join person_addresses as other on other.person_id = own.person_id
  where own.email = address
  union select address;
end;

-- The digits of a phone number without the country code of North America. Null for fewer than seven digits.
create function phone_digits(typed text) returns text language sql immutable parallel safe
  return coalesce(
    substring(regexp_replace(typed, '[^0-9]', '', 'g') from '^1?([0-9]{10})$'),
    substring(regexp_replace(typed, '[^0-9]', '', 'g') from '^[0-9]{7,}$')
  );

-- Between 0 and 1.
create function name_similarity(one text, other text) returns real language sql immutable parallel safe
  return similarity(search_form(one), search_form(other));

create index pre_loi_assessments_by_phone on pre_loi_assessments (phone_digits(phone));
create index linkedin_live_signups_by_phone on linkedin_live_signups (phone_digits(phone));
create index person_addresses_by_domain on person_addresses (split_part(email, '@', 2));

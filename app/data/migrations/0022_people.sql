-- A record of each person, so that staff can follow up. The forms stay as they were sent: a later form never changes the record.
create table people (
  id uuid primary key default gen_random_uuid(),
  -- Of the first form.
  name text not null,
  company text check (char_length(company) between 1 and 200),
  status text not null default 'new' check (status in ('new', 'contacted', 'booked', 'client', 'not-a-fit')),
  owner_id text references staff_users (id) on delete set null,
  next_step text check (char_length(next_step) between 1 and 200),
  next_step_on date,
  -- Incremented by each change, so that two people who edit the record do not overwrite each other.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (next_step_on is null or next_step is not null)
);
create index people_owner on people (owner_id) where owner_id is not null;

-- The email addresses of each person.
create table person_addresses (
  -- As the forms store it. Without a check, because a failing one would refuse the form.
  email text primary key,
  person_id uuid not null references people (id) on delete cascade
);
create index person_addresses_person on person_addresses (person_id);

-- Notes and outcomes of calls, with the changes of the record. Entries are never changed; an erasure deletes them.
create table person_notes (
  id bigint generated always as identity primary key,
  person_id uuid not null references people (id) on delete cascade,
  at timestamptz(3) not null default now(),
  author_email text not null,
  outcome text check (outcome in ('reached', 'left-message', 'booked', 'not-a-fit')),
  body text check (char_length(body) between 1 and 4000),
  -- The new values of the changed fields.
  changes jsonb not null default '{}'
);
create index person_notes_person on person_notes (person_id, id desc);

create function refuse_note_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of person_notes are never changed.';
end $$;
create trigger refuse_note_change before update on person_notes
  for each row execute function refuse_note_change();

-- Triggers and not statements of the program, because servers of the previous version store and erase forms during an upgrade.
create function add_person_of_form() returns trigger language plpgsql as $$
declare
  added uuid;
begin
  if exists (select from person_addresses where email = new.email) then return null; end if;
  insert into people (name, created_at) values (new.name, new.created_at) returning id into added;
  insert into person_addresses (email, person_id) values (new.email, added) on conflict (email) do nothing;
  -- A form with the same address was stored at the same time.
  if not found then delete from people where id = added; end if;
  return null;
end $$;
create trigger add_person_of_form after insert or update of email on pre_loi_assessments
  for each row execute function add_person_of_form();
create trigger add_person_of_form after insert or update of email on linkedin_live_signups
  for each row execute function add_person_of_form();

create function remove_person_without_forms() returns trigger language plpgsql as $$
begin
  if exists (select from pre_loi_assessments where email = old.email)
    or exists (select from linkedin_live_signups where email = old.email) then return null; end if;
  with removed as (delete from person_addresses where email = old.email returning person_id)
  delete from people where id in (select person_id from removed)
    and not exists (select from person_addresses where person_id = people.id and email <> old.email);
  return null;
end $$;
create trigger remove_person_without_forms after delete or update of email on pre_loi_assessments
  for each row execute function remove_person_without_forms();
create trigger remove_person_without_forms after delete or update of email on linkedin_live_signups
  for each row execute function remove_person_without_forms();

-- One record for each address that has sent a form, with the name of its first one.
with first_form as materialized (
  select distinct on (email) gen_random_uuid() as id, email, name, created_at
  from (
    select email, name, created_at from pre_loi_assessments
    union all select email, name, created_at from linkedin_live_signups
  ) as form
  order by email, created_at
), added as (
  insert into people (id, name, created_at) select id, name, created_at from first_form
)
insert into person_addresses (email, person_id) select email, id from first_form;

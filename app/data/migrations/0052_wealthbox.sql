-- Wealthbox, a CRM for advisers, as a destination. Its contacts are found again by their ids.
alter table integration_destinations
  -- What an owner chose. Only of Wealthbox.
  add column settings jsonb,
  add constraint integration_destinations_settings check ((kind = 'wealthbox') = (settings is not null));
create unique index integration_destinations_one_wealthbox on integration_destinations (kind) where kind = 'wealthbox';

-- What earlier attempts have done, so that the next one continues there.
alter table integration_deliveries add column progress jsonb not null default '{}';

-- The contacts of people in Wealthbox. A person has several after a merge.
create table wealthbox_contacts (
  -- Wealthbox's id.
  contact_id bigint primary key,
  person_id uuid not null references people (id) on delete cascade,
  -- The record before a merge, to which the contact returns if the merge is undone.
  recorded_for uuid not null,
  created_at timestamptz(3) not null default now(),
  -- Tags that the website has added and may remove again.
  tags text[] not null default '{}',
  -- The open task of the next step, with what it contains.
  task_id bigint,
  task_name text,
  task_due_on date,
  check ((task_id is null) = (task_name is null))
);
create index wealthbox_contacts_person on wealthbox_contacts (person_id);

create function move_wealthbox_contacts() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    update wealthbox_contacts set person_id = new.kept_id where person_id = new.removed_id;
  elsif exists (select from people where id = old.removed_id) then
    update wealthbox_contacts set person_id = old.removed_id
    where person_id = old.kept_id and recorded_for = old.removed_id;
  end if;
  return null;
end $$;
create trigger move_wealthbox_contacts after insert or delete on person_merges
  for each row execute function move_wealthbox_contacts();

-- An erasure deletes the id of the contact, which is needed to ask staff to review the contact in Wealthbox. The program deletes the id of a
-- contact that no longer exists there.
create function queue_wealthbox_review() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from people where id = old.person_id) then return null; end if;
  insert into integration_deliveries (destination_id, event, data)
  select id, 'person.erased', jsonb_build_object('personId', old.person_id, 'contactId', old.contact_id)
  from integration_destinations where kind = 'wealthbox'
  for key share;
  return null;
end $$;
create trigger queue_wealthbox_review after delete on wealthbox_contacts
  for each row execute function queue_wealthbox_review();

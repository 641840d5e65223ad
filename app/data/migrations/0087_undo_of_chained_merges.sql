-- migration: safe, because the functions of the triggers move all that they moved before, and the previous release does not call them
-- The undo of a merge also returns the contacts and deliveries of records that were merged into the removed record before. Those records may
-- no longer be among person_merges, because their own undo period has ended.
create function records_merged_into(record uuid) returns setof uuid language sql stable
begin atomic
  with recursive ids (id) as (
    select record
    union
    select merged_people.id from merged_people join ids on merged_people.merged_into = ids.id
  )
  select id from ids;
end;

create or replace function move_wealthbox_contacts() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    update wealthbox_contacts set person_id = new.kept_id where person_id = new.removed_id;
  elsif exists (select from people where id = old.removed_id) then
    update wealthbox_contacts set person_id = old.removed_id
    where person_id = old.kept_id and recorded_for in (select records_merged_into(old.removed_id));
  end if;
  return null;
end $$;

create or replace function queue_merge_undone() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (select from people where id = old.removed_id) then return null; end if;
  update integration_deliveries set person_id = old.removed_id
  where person_id = old.kept_id and data ->> 'personId' in (select records_merged_into(old.removed_id)::text);
  perform queue_deliveries(
    'person.merge_undone', email, id, jsonb_build_object('personId', id, 'keptId', old.kept_id)
  )
  from people where id = old.removed_id;
  return null;
end $$;

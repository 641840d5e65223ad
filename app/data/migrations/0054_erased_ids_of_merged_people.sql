-- An erasure reports the ids of all records that were merged into the person, because receivers may have stored each of them. The rows of
-- person_merges are deleted when a merge can no longer be undone.
create table merged_people (
  -- The removed record.
  id uuid primary key,
  -- The record that it was merged into. That one may have been merged into another one later.
  merged_into uuid not null
);
create index merged_people_merged_into on merged_people (merged_into);

-- A merge is deleted when it is undone, after the removed record was restored, and when it can no longer be undone.
create function remember_merged_person() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into merged_people (id, merged_into) values (new.removed_id, new.kept_id);
  elsif exists (select from people where id = old.removed_id) then
    delete from merged_people where id = old.removed_id;
  end if;
  return null;
end $$;
create trigger remember_merged_person after insert or delete on person_merges
  for each row execute function remember_merged_person();

-- A later merge changed kept_id of the earlier merges of its removed record.
insert into merged_people (id, merged_into)
select removed_id, coalesce(
  (
    select later.removed_id from person_merges as later
    where later.moved -> 'merges' @> to_jsonb(merge.id) order by later.id limit 1
  ),
  kept_id
)
from person_merges as merge;

create or replace function queue_person_erased() returns trigger language plpgsql set search_path from current as $$
declare
  erased record;
begin
  for erased in
    with recursive ids (id, address) as (
      select person_id, max(email) from deleted
      where not exists (select from person_addresses where person_addresses.person_id = deleted.person_id)
      group by person_id
      union
      select merged_people.id, ids.address from merged_people join ids on merged_people.merged_into = ids.id
    )
    select id, address from ids
  loop
    delete from merged_people where id = erased.id;
    perform queue_deliveries('person.erased', erased.address, null, jsonb_build_object('personId', erased.id));
  end loop;
  return null;
end $$;

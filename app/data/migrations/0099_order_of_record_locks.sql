-- Locks the records of several people in the order of their ids, like every statement that changes several records, which prevents deadlocks.
-- The triggers of other tables lock records in the order of the rows that changed.
create function lock_people_of_addresses(addresses text[]) returns void language plpgsql set search_path from current as $$
begin
  perform from people where id in (select person_id from person_addresses where email = any (addresses))
  order by id for no key update;
end $$;

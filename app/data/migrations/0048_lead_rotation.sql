-- Members of staff who get new leads in turn.
alter table staff_preferences
  add column takes_new_leads boolean not null default false,
  -- When the member was assigned a lead in turn.
  add column latest_lead_at timestamptz;

-- Assigns a new person to the member whose last turn is the longest ago. Members whose row is locked are getting another person at this
-- moment, so submissions never wait for each other; if all rows are locked, two people can be assigned to the same member.
create function assign_new_person() returns trigger
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  member text;
  member_address text;
begin
  if not exists (select from staff_preferences where takes_new_leads) then return null; end if;
  with next as (
    select preference.user_id
    from staff_preferences as preference join staff_users as account on account.id = preference.user_id
    where takes_new_leads and may_follow_up(account.email)
    order by latest_lead_at nulls first, preference.user_id
    limit 1
    for update of preference skip locked
  )
  update staff_preferences as preference set latest_lead_at = clock_timestamp()
  from next where preference.user_id = next.user_id
  returning preference.user_id into member;
  if member is null then
    select preference.user_id into member
    from staff_preferences as preference join staff_users as account on account.id = preference.user_id
    where takes_new_leads and may_follow_up(account.email)
    order by latest_lead_at nulls first, preference.user_id
    limit 1;
  end if;
  update people set owner_id = account.id
  from staff_users as account
  where people.id = new.id and account.id = member
  returning account.email into member_address;
  if found then
    insert into person_notes (person_id, author_email, changes)
    values (new.id, 'rotation', jsonb_build_object('owner', member_address));
  end if;
  return null;
end $$;

-- A record that the undo of a merge restores keeps its earlier time of change, and its owner.
create trigger assign_new_person after insert on people
  for each row when (new.owner_id is null and new.updated_at > now() - interval '1 second')
  execute function assign_new_person();

-- The address of the colleague who follows up on the person who sent a form.
create function owner_address_of_form(form_id uuid) returns text
language sql stable set search_path from current as $$
  select owner_address(form.email)
  from (
    select email from pre_loi_assessments where id = form_id
    union all
    select email from linkedin_live_signups where id = form_id
  ) as form;
$$;

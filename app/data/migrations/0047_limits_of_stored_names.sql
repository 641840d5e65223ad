-- Whether the account with an address can follow up on people now. An email about leads is not sent to another account.
create function may_follow_up(address text) returns boolean
language sql stable set search_path from current as $$
  select exists (
    select from staff_users
    where email = address and role in ('owner', 'staff') and coalesce(role_ends_at > now(), true)
  );
$$;

-- Whether neither people nor counted visits came from a spelling. Those that are part of every database count as used.
create function is_source_unused(source_kind text, source_spelling text) returns boolean
language sql stable set search_path from current as $$
  select not (
      source_kind = 'channel' and source_spelling = any (
        array['linkedin', 'lnkd.in', 'google', 'bing', 'duckduckgo', 'facebook', 'newsletter', 'podcast', 'partner', 'direct']
      )
    )
    and not exists (select from people where source_spelling in (first_channel, last_channel, first_campaign, last_campaign))
    and not exists (select from visit_counts where dimension = source_kind and value = source_spelling);
$$;

-- A URL can contain the name or address of a person, so a spelling is removed with the last person and visit that came from it, also if
-- staff have given it a name. An erasure deletes the person first and the visits later.
create or replace function remove_names_of_sources() returns trigger language plpgsql set search_path from current as $$
declare
  renamed record;
begin
  delete from source_names
  where spelling in (old.first_channel, old.last_channel, old.first_campaign, old.last_campaign)
    and not exists (
      select from people
      where source_names.spelling in (first_channel, last_channel, first_campaign, last_campaign)
    )
    and (not is_given or is_source_unused(kind, spelling));
  -- Other spellings can have one of them as their name. These are added again, so that their name is one of the remaining spellings.
  for renamed in
    delete from source_names as named
    where not is_given
      and name in (old.first_channel, old.last_channel, old.first_campaign, old.last_campaign)
      and not exists (
        select from source_names as alike where alike.kind = named.kind and alike.spelling = named.name
      )
    returning kind, spelling
  loop
    perform add_source_name(renamed.kind, renamed.spelling);
  end loop;
  return null;
end $$;

create function remove_names_of_visits() returns trigger language plpgsql set search_path from current as $$
begin
  delete from source_names
  where is_given and (kind, spelling) in (select dimension, value from removed) and is_source_unused(kind, spelling);
  return null;
end $$;
create trigger remove_names_of_visits after delete on visit_counts
  referencing old table as removed for each statement execute function remove_names_of_visits();

delete from source_names where is_given and is_source_unused(kind, spelling);

-- Names of channels and campaigns come from URLs, and the log is kept permanently, also after an erasure. The triggers reject every change of
-- the log, so they are disabled until this transaction ends.
alter table audit_events disable trigger audit_events_are_never_changed;
update audit_events set details = details - 'name' where action = 'sources-renamed';
update audit_events set details = details
  || case when jsonb_typeof(details -> 'channel') = 'string' then '{"channel": true}'::jsonb else '{}' end
  || case when jsonb_typeof(details -> 'campaign') = 'string' then '{"campaign": true}'::jsonb else '{}' end
  where action in ('leads-export-begun', 'leads-exported')
    and 'string' in (jsonb_typeof(details -> 'channel'), jsonb_typeof(details -> 'campaign'));
alter table audit_events enable trigger audit_events_are_never_changed;

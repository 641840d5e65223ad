-- Spellings of channels and campaigns that only a deleted person came from, because a URL can contain anything. A name that staff have
-- given, which differs from the spelling, stays.
create function remove_names_of_sources() returns trigger language plpgsql set search_path from current as $$
begin
  delete from source_names
  where name = spelling
    and spelling in (old.first_channel, old.last_channel, old.first_campaign, old.last_campaign)
    and not exists (
      select from people
      where source_names.spelling in (first_channel, last_channel, first_campaign, last_campaign)
    );
  return null;
end $$;
create trigger remove_names_of_sources after delete on people
  for each row execute function remove_names_of_sources();

-- A merge, and the first form of a person that was not sent by a program, replace the sources of a record. Their names are then removed like
-- those of a deleted record, because a URL can contain the name or address of a person.
create trigger remove_names_of_replaced_sources
  after update of first_channel, first_campaign, last_channel, last_campaign on people
  for each row when (
    (old.first_channel, old.first_campaign, old.last_channel, old.last_campaign)
    is distinct from (new.first_channel, new.first_campaign, new.last_channel, new.last_campaign)
  )
  execute function remove_names_of_sources();

-- Removes the names of spellings that neither people nor counted visits have any more. Erasures that run at the same time can leave one.
create function remove_unused_source_names() returns integer language plpgsql set search_path from current as $$
declare
  removed integer;
begin
  delete from source_names as stored
  where not (
      stored.kind = 'channel' and stored.spelling = any (
        array['linkedin', 'lnkd.in', 'google', 'bing', 'duckduckgo', 'facebook', 'newsletter', 'podcast', 'partner', 'direct']
      )
    )
    and not exists (
      select from (
        select 'channel' as kind, first_channel as spelling from people
        union select 'channel', last_channel from people
        union select 'campaign', first_campaign from people
        union select 'campaign', last_campaign from people
        union select dimension, value from visit_counts where dimension <> 'page'
      ) as used
      where used.kind = stored.kind and used.spelling = stored.spelling
    );
  get diagnostics removed = row_count;
  return removed;
end $$;

select remove_unused_source_names();

-- Anyone can invent channels and campaigns in the URL of a visit. On each day, at most 500 spellings without people and spend are counted
-- under their own name, for each dimension and traffic class. The visits of further ones are added up as “ other”, which no spelling equals,
-- because spellings do not start with a space. The previous version shows that row as a source.
create or replace function count_visits() returns trigger language plpgsql as $$
declare
  max_spellings constant integer := 500;
begin
  if tg_op = 'INSERT' then
    insert into visit_counts (dimension, day, value, traffic_class, visits)
    with added as (
      select source.dimension, (changed.created_at at time zone 'UTC')::date as day, coalesce(source.value, '') as value,
        changed.traffic_class, count(*) as visits
      from changed
      cross join lateral (values
        ('channel', channel_of_touch(changed.last_touch)),
        ('campaign', campaign_of_touch(changed.last_touch)),
        ('page', changed.last_touch ->> 'landingPage')
      ) as source (dimension, value)
      where changed.lead_id is null
      group by 1, 2, 3, 4
    ), marked as (
      select added.*, value = ''
        or exists (
          select from visit_counts as counted
          where counted.dimension = added.dimension and counted.day = added.day and counted.value = added.value
            and counted.traffic_class = added.traffic_class
        )
        or exists (select from source_names where kind = added.dimension and spelling = added.value)
        or exists (select from source_spend where kind = added.dimension and name = added.value) as is_known
      from added
    ), ranked as (
      select *, row_number() over (partition by dimension, day, traffic_class, is_known order by visits desc, value) as rank
      from marked
    ), counted_spellings as (
      select dimension, day, traffic_class, (
        select count(*) from (
          select from visit_counts as counted
          where counted.dimension = unknown.dimension and counted.day = unknown.day
            and counted.traffic_class = unknown.traffic_class
          limit max_spellings
        ) as counted
      ) as spellings
      from (select distinct dimension, day, traffic_class from marked where not is_known) as unknown
    )
    select dimension, day, case when is_known or rank <= max_spellings - spellings then value else ' other' end, traffic_class,
      sum(visits)
    from ranked left join counted_spellings using (dimension, day, traffic_class)
    group by 1, 2, 3, 4
    -- A fixed order prevents deadlocks between statements.
    order by 1, 2, 3, 4
    on conflict (dimension, day, value, traffic_class) do update set visits = visit_counts.visits + excluded.visits;
    return null;
  end if;
  -- Deleted visits were counted under their own name or as others. The rows are locked first, so that the numbers do not change meanwhile.
  perform from visit_counts
  where (dimension, day, value, traffic_class) in (
    select source.dimension, (changed.created_at at time zone 'UTC')::date, source.value, changed.traffic_class
    from changed
    cross join lateral (values
      ('channel', coalesce(channel_of_touch(changed.last_touch), '')),
      ('campaign', coalesce(campaign_of_touch(changed.last_touch), '')),
      ('page', coalesce(changed.last_touch ->> 'landingPage', '')),
      ('channel', ' other'),
      ('campaign', ' other'),
      ('page', ' other')
    ) as source (dimension, value)
    where changed.lead_id is null
  )
  order by dimension, day, value, traffic_class
  for update;
  with deleted as (
    select source.dimension, (changed.created_at at time zone 'UTC')::date as day, coalesce(source.value, '') as value,
      changed.traffic_class, count(*)::integer as visits
    from changed
    cross join lateral (values
      ('channel', channel_of_touch(changed.last_touch)),
      ('campaign', campaign_of_touch(changed.last_touch)),
      ('page', changed.last_touch ->> 'landingPage')
    ) as source (dimension, value)
    where changed.lead_id is null
    group by 1, 2, 3, 4
  ), divided as (
    select deleted.*, least(deleted.visits, coalesce(counted.visits, 0)) as own
    from deleted left join visit_counts as counted using (dimension, day, value, traffic_class)
  ), part as (
    select dimension, day, value, traffic_class, own as visits from divided where own > 0
    union all
    select dimension, day, ' other', traffic_class, sum(visits - own) from divided where visits > own group by 1, 2, 4
  )
  update visit_counts as counted set visits = counted.visits - part.visits
  from part
  where (counted.dimension, counted.day, counted.value, counted.traffic_class)
    = (part.dimension, part.day, part.value, part.traffic_class);
  delete from visit_counts
  -- The dimensions are listed for the index.
  where dimension in ('channel', 'campaign', 'page') and visits = 0 and day = any (
    array(select distinct (created_at at time zone 'UTC')::date from changed where lead_id is null)
  );
  return null;
end $$;

-- Whether staff have given the name. Other names are spellings with the same letters and digits.
alter table source_names add column is_given boolean not null default false;
update source_names as named set is_given = true
where not exists (
  select from source_names as alike where alike.kind = named.kind and alike.key = named.key and alike.spelling = named.name
);

-- A trigger and not a statement of the program, because servers of the previous version rename spellings during an upgrade.
create function mark_given_name() returns trigger language plpgsql as $$
begin
  new.is_given = new.name <> new.spelling;
  return new;
end $$;
create trigger mark_given_name before update of name on source_names
  for each row when (new.name is distinct from old.name) execute function mark_given_name();

-- Removes the spellings that only a deleted person came from. Other spellings can have one of them as their name, unless staff have given
-- it. These are added again, so that their name is one of the remaining spellings.
create or replace function remove_names_of_sources() returns trigger language plpgsql set search_path from current as $$
declare
  renamed record;
begin
  delete from source_names
  where not is_given
    and spelling in (old.first_channel, old.last_channel, old.first_campaign, old.last_campaign)
    and not exists (
      select from people
      where source_names.spelling in (first_channel, last_channel, first_campaign, last_campaign)
    );
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

-- Amounts of names that staff combine can exceed the largest integer.
alter table source_spend alter column cents type bigint;

-- What a channel or campaign cost in a month, as staff enter it.
create table source_spend (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('channel', 'campaign')),
  -- A name of `source_names`, or that of a source that has brought no person yet.
  name text not null check (char_length(name) between 1 and 200),
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  cents integer not null check (cents > 0),
  -- Incremented by each change, so that two people who edit an amount do not overwrite each other.
  revision integer not null default 1,
  entered_by text not null,
  entered_at timestamptz(3) not null,
  unique (kind, name, month)
);

-- Reports count the people of a period from this index alone.
create index people_by_source on people (created_at) include (
  first_channel, first_campaign, first_page, last_channel, last_campaign, last_page, traffic_class,
  score, score_level, has_seat, attended, booked_at, client_at
);

-- Anonymous visits per day, by where they came from. Reports would otherwise read every visit of a period.
create table visit_counts (
  dimension text not null check (dimension in ('channel', 'campaign', 'page')),
  -- In UTC, because the firm's time zone is not known here. Reports add the hours before the first and after the last whole day.
  day date not null,
  -- A spelling of a channel or campaign, or a path; empty without one.
  value text not null,
  traffic_class text not null,
  visits integer not null,
  primary key (dimension, day, value, traffic_class)
);

-- Triggers and not statements of the program, because servers of the previous version store and delete visits during an upgrade.
create function count_visits() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into visit_counts (dimension, day, value, traffic_class, visits)
  select source.dimension, (changed.created_at at time zone 'UTC')::date as day, coalesce(source.value, '') as value,
    changed.traffic_class, sign * count(*)
  from changed
  cross join lateral (values
    ('channel', channel_of_touch(changed.last_touch)),
    ('campaign', campaign_of_touch(changed.last_touch)),
    ('page', changed.last_touch ->> 'landingPage')
  ) as source (dimension, value)
  where changed.lead_id is null
  group by 1, 2, 3, 4
  -- A fixed order prevents deadlocks between statements.
  order by 1, 2, 3, 4
  on conflict (dimension, day, value, traffic_class) do update set visits = visit_counts.visits + excluded.visits;
  if tg_op = 'DELETE' then
    delete from visit_counts
    -- The dimensions are listed for the index.
    where dimension in ('channel', 'campaign', 'page') and visits = 0 and day = any (
      array(select distinct (created_at at time zone 'UTC')::date from changed where lead_id is null)
    );
  end if;
  return null;
end $$;
create trigger count_added_visits after insert on visitors
  referencing new table as changed for each statement execute function count_visits();
create trigger count_deleted_visits after delete on visitors
  referencing old table as changed for each statement execute function count_visits();

insert into visit_counts (dimension, day, value, traffic_class, visits)
select source.dimension, (visit.created_at at time zone 'UTC')::date, coalesce(source.value, ''), visit.traffic_class, count(*)
from visitors as visit
cross join lateral (values
  ('channel', channel_of_touch(visit.last_touch)),
  ('campaign', campaign_of_touch(visit.last_touch)),
  ('page', visit.last_touch ->> 'landingPage')
) as source (dimension, value)
where visit.lead_id is null
group by 1, 2, 3, 4;

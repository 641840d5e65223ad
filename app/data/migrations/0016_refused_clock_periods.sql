-- The times that an implausible clock showed. Rows stored meanwhile carry these dates, so jobs that delete by age count from ended_at.
create table refused_clock_periods (
  id bigint generated always as identity primary key,
  earliest_time timestamptz not null,
  latest_time timestamptz not null,
  -- The time at which the clocks were accepted again; null while they are refused.
  ended_at timestamptz,
  check (earliest_time <= latest_time)
);

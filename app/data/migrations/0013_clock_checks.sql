-- When the clocks were last found plausible, by the database's clock. Jobs that delete by age stop if it is implausibly far away.
create table clock_checks (
  id boolean primary key default true check (id),
  checked_at timestamptz not null
);

-- A database in use starts from the newest thing that was recorded in it: the clock may be wrong at this moment.
insert into clock_checks (checked_at)
select least(now(), greatest(
  (select max(created_at) from visitors),
  (select max(at) from audit_events),
  (select max(created_at) from letters)
));

-- Conditions that alerts report. Each server records those that it sees, so that only one of them sends each alert.
create table alert_conditions (
  condition text primary key,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- The last alert. Null if it could not be sent, so that the next run sends it again.
  sent_at timestamptz default now()
);

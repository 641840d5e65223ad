-- After a failure, when the rewrite of the database files is tried again, and the tables that do not have to be rewritten then.
alter table erased_data_rewrites
  add column retry_at timestamptz(3),
  add column done_tables text[] not null default '{}';

-- When each job that deletes old data ran last, so that its limits hold for all processes together.
create table job_runs (
  job text primary key,
  started_at timestamptz(3) not null,
  -- Null until the run has ended without a failure.
  removed_rows bigint
);

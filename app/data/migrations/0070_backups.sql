-- Backups that servers and commands made or tried to make. Staff see the last one, and an email tells the firm when there is no recent one.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  -- Null for a backup that failed, like the next two columns.
  file_name text,
  size_bytes bigint check (size_bytes > 0),
  row_count bigint check (row_count >= 0),
  -- Why it failed, and what to do.
  problem text check (char_length(problem) <= 1000),
  check ((file_name is null) = (problem is not null)),
  check ((file_name is null) = (size_bytes is null)),
  check ((file_name is null) = (row_count is null))
);

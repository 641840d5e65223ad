-- The browser files of the builds that started on this database. Pages that were opened before an upgrade load files of the earlier build, and
-- while servers are replaced one at a time, a page of one build can ask a server of the other.
create table built_assets (
  path text primary key check (path ~ '^/assets/[A-Za-z0-9._-]{1,200}$'),
  body bytea not null check (octet_length(body) <= 10000000),
  -- Proves that a server stored the file, because browsers run it.
  seal bytea not null,
  -- When a build without the file first started after it. Null: the latest build has it.
  replaced_at timestamptz(3)
);

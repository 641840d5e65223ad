-- The site as published. Captures name their bytes by SHA-256, so equal pages and files are stored once.
create table archive_contents (
  -- SHA-256 of the uncompressed bytes, in hexadecimal. The collation makes a search by the first digits use the index.
  hash text collate "C" primary key check (hash ~ '^[0-9a-f]{64}$'),
  encoding text not null check (encoding in ('identity', 'br')),
  bytes bytea not null
);
-- The bytes are compressed already.
alter table archive_contents alter column bytes set storage external;

-- The hash chain. A release lists every page and file of the site, a state only those that changed within its release.
create table archive_entries (
  position integer primary key check (position > 0),
  kind text not null check (kind in ('release', 'state')),
  -- The position of the release that the entry belongs to; its own for a release.
  release integer not null references archive_entries (position),
  -- By the database's clock.
  recorded_at timestamptz(3) not null,
  author text not null,
  approver text not null,
  reason text not null,
  -- Version, commit and time of the build, as far as they are known.
  build text,
  -- Identifies what the build publishes, regardless of the live event and the date. Only releases have one.
  site_digest text,
  -- Null only for the first entry. Unique, so that the chain cannot fork.
  previous_hash text unique references archive_entries (hash),
  hash text not null unique,
  check ((kind = 'release') = (release = position)),
  check ((kind = 'release') = (site_digest is not null)),
  check ((position = 1) = (previous_hash is null))
);
create index archive_entries_by_time on archive_entries (recorded_at, position);
create index archive_entries_releases on archive_entries (position) where kind = 'release';

create table archive_captures (
  position integer not null references archive_entries (position),
  path text collate "C" not null,
  -- The title of a page; null for files.
  title text,
  content_hash text collate "C" not null references archive_contents (hash),
  -- Status and headers.
  response_hash text collate "C" not null references archive_contents (hash),
  -- The words of a page; null for files.
  text_hash text collate "C" references archive_contents (hash),
  primary key (position, path),
  check ((title is null) = (text_hash is null))
);
create index archive_captures_by_path on archive_captures (path, position desc);
create index archive_captures_by_content on archive_captures (content_hash, position);

create function refuse_change_of_archive() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger archive_contents_are_never_changed before update or delete on archive_contents
  for each row execute function refuse_change_of_archive();
create trigger archive_contents_are_never_emptied before truncate on archive_contents
  for each statement execute function refuse_change_of_archive();
create trigger archive_entries_are_never_changed before update or delete on archive_entries
  for each row execute function refuse_change_of_archive();
create trigger archive_entries_are_never_emptied before truncate on archive_entries
  for each statement execute function refuse_change_of_archive();
create trigger archive_captures_are_never_changed before update or delete on archive_captures
  for each row execute function refuse_change_of_archive();
create trigger archive_captures_are_never_emptied before truncate on archive_captures
  for each statement execute function refuse_change_of_archive();

-- When a server last compared the site that it sends with the latest release. Not part of the record.
create table archive_checks (
  release integer primary key references archive_entries (position),
  checked_at timestamptz(3) not null
);

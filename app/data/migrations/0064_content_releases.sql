-- Versions of the documents that the site consists of, as JSON text, each stored once. JSON text keeps the order of fields, which jsonb does not.
create table content_bodies (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  body text not null check (octet_length(body) <= 1000000)
);

-- What the site publishes: the release with the highest number.
create table content_releases (
  number integer primary key check (number > 0),
  published_at timestamptz(3) not null,
  kind text not null check (kind in ('files', 'change', 'restored')),
  author text not null,
  approver text not null,
  reason text not null check (char_length(reason) <= 4100),
  -- The release whose documents this one restores.
  restores integer references content_releases (number),
  check ((kind = 'restored') = (restores is not null))
);

create table content_release_documents (
  release integer not null references content_releases (number),
  document text not null,
  hash text not null references content_bodies (hash),
  primary key (release, document)
);

create function refuse_change_of_release() returns trigger language plpgsql as $$
begin
  raise exception 'releases are never changed';
end
$$;
create trigger content_bodies_are_never_changed before update or delete on content_bodies
  for each row execute function refuse_change_of_release();
create trigger content_bodies_are_never_emptied before truncate on content_bodies
  for each statement execute function refuse_change_of_release();
create trigger content_releases_are_never_changed before update or delete on content_releases
  for each row execute function refuse_change_of_release();
create trigger content_releases_are_never_emptied before truncate on content_releases
  for each statement execute function refuse_change_of_release();
create trigger content_release_documents_are_never_changed before update or delete on content_release_documents
  for each row execute function refuse_change_of_release();
create trigger content_release_documents_are_never_emptied before truncate on content_release_documents
  for each statement execute function refuse_change_of_release();

-- The version of each document in the files of the latest build that was compared with the published one.
create table content_files (
  document text primary key,
  hash text not null references content_bodies (hash),
  -- An older build that starts again does not propose its files.
  built_at timestamptz(3) not null
);

-- Changes of documents, from the first draft to publication.
create table content_changes (
  id uuid primary key default gen_random_uuid(),
  -- The document that changes; null for a change that restores a whole release.
  document text,
  restores integer references content_releases (number),
  origin text not null check (origin in ('browser', 'files')),
  state text not null check (state in ('draft', 'submitted', 'approved', 'published', 'rejected', 'discarded')),
  -- The new version as JSON text; null for a change that restores a release.
  body text check (octet_length(body) <= 1000000),
  -- The version in the files, for a change that began with a build.
  file_hash text references content_bodies (hash),
  -- The published version that the new version was written for; null if there was none.
  base_hash text references content_bodies (hash),
  -- Fields that both the files and a published change have changed, as JSON paths.
  conflicts jsonb not null default '[]',
  -- Increases with each saved version, so that a form that displays an older one is noticed.
  revision integer not null default 1 check (revision > 0),
  reason text not null default '' check (char_length(reason) <= 4000),
  created_at timestamptz(3) not null,
  saved_at timestamptz(3) not null,
  author text not null,
  submitted_at timestamptz(3),
  submitted_by text,
  decided_at timestamptz(3),
  decided_by text,
  -- Why the change was rejected or approved.
  decision_reason text check (char_length(decision_reason) <= 4000),
  publish_at timestamptz(3),
  -- Why an approved change could not be published at its time.
  failure text check (char_length(failure) <= 4000),
  release integer references content_releases (number),
  check ((document is null) = (restores is not null)),
  check ((document is null) = (body is null)),
  check ((state = 'published') = (release is not null)),
  check (state in ('draft', 'discarded') or submitted_at is not null),
  check (state not in ('approved', 'rejected') or decided_at is not null)
);
create unique index content_changes_open on content_changes (coalesce(document, ''))
  where state in ('draft', 'submitted', 'approved');
create index content_changes_in_order on content_changes (saved_at desc, id);

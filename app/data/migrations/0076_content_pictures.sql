-- Pictures of articles that staff have uploaded, encoded for the site. The files of a picture differ in their width.
create table content_pictures (
  -- The first 128 bits of the SHA-256 of the widest file, in hexadecimal.
  id text collate "C" primary key check (id ~ '^[0-9a-f]{32}$'),
  -- Of the widest file.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  alt text not null check (char_length(alt) between 1 and 250),
  uploaded_at timestamptz(3) not null,
  uploaded_by text not null
);
create index content_pictures_in_order on content_pictures (uploaded_at desc, id);

create table content_picture_files (
  picture text collate "C" not null references content_pictures (id),
  width integer not null check (width > 0),
  -- WebP.
  bytes bytea not null,
  primary key (picture, width)
);
-- The bytes are compressed already.
alter table content_picture_files alter column bytes set storage external;

-- Published releases, and those that can be restored, refer to pictures by their bytes.
create trigger content_pictures_are_never_changed before update or delete on content_pictures
  for each row execute function refuse_change_of_release();
create trigger content_pictures_are_never_emptied before truncate on content_pictures
  for each statement execute function refuse_change_of_release();
create trigger content_picture_files_are_never_changed before update or delete on content_picture_files
  for each row execute function refuse_change_of_release();
create trigger content_picture_files_are_never_emptied before truncate on content_picture_files
  for each statement execute function refuse_change_of_release();

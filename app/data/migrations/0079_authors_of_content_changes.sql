-- The email addresses of all colleagues who saved a version of a change. `author` is the last one of them, so it does not show whether the
-- person who approves a change has written a part of it.
alter table content_changes add column authors text[] not null default '{}';

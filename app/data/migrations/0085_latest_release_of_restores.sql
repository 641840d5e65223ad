-- The latest release when a change that restores an earlier one was submitted. A release that is published afterward would be undone by the
-- restoration, which is refused then. Changes of documents have none, nor do those of earlier versions.
alter table content_changes add column latest_release integer;

-- The archive compares builds by their names instead of by a digest of their pages. Earlier entries keep the digest, which their hash contains.
-- The previous release treats an entry without one as that of another build.
-- migration: safe, because the new constraint accepts everything that the dropped one accepted
alter table archive_entries drop constraint archive_entries_check1;
alter table archive_entries add check (kind = 'release' or site_digest is null);

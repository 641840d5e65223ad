-- Whether an entry records an email to the person. It is an outcome, in a column of its own: the previous release prints the outcomes of the
-- week in an email, which fails with a value that it does not know. It reads such an entry as a note.
alter table person_notes add column emailed boolean not null default false check (not (emailed and outcome is not null));
-- Whether Today lists only the member's own people and those without an owner.
alter table staff_preferences add column today_shows_mine boolean not null default false;

-- A person who confirmed the mailbox of a form is a lead. The log is kept permanently, also after an erasure, so it must not contain the
-- network address of a lead. The triggers reject every change of the log, so they are disabled until this transaction ends.
alter table audit_events disable trigger audit_events_are_never_changed;
update audit_events set client_address = null
  where action = 'submission-released' and actor_kind = 'nobody' and client_address is not null;
alter table audit_events enable trigger audit_events_are_never_changed;

-- Requests without an account, which are recorded once per network and limited for the whole site. Each of them reads those of the last 15 minutes.
create index audit_events_without_subject on audit_events (at)
  where actor_kind = 'nobody' and subject is null;

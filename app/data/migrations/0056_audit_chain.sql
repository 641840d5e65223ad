-- A hash chain over the audit log. A job seals committed events in batches, because a chain that each transaction extends would make all of
-- them wait for each other.
create table audit_links (
  position integer primary key check (position > 0),
  -- By the database's clock.
  sealed_at timestamptz(3) not null,
  -- Whether no unsealed event was left. Events with an earlier time that a later link seals were in flight, or were added behind the program.
  is_complete boolean not null,
  -- Null only for the first link. Unique, so that the chain cannot fork.
  previous_hash text unique references audit_links (hash),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  check ((position = 1) = (previous_hash is null))
);

-- The digests that a link seals. There is no foreign key to the events, because a removed event keeps its digests.
create table audit_seals (
  position integer not null references audit_links (position),
  event_id bigint not null,
  -- Null: the event was removed.
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  -- Without it, the digest does not reveal what the event said. Deleted when a later link seals a change of the event.
  salt text check (salt ~ '^[0-9a-f]{32}$'),
  -- Why the event was changed or removed; null for a new event.
  reason text,
  primary key (position, event_id),
  check (digest is not null or (salt is null and reason is not null))
);
create index audit_seals_by_event on audit_seals (event_id, position desc);

-- Permitted changes of events that are not sealed yet. What changes or removes an event adds a row in the same transaction.
create table audit_event_changes (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  reason text not null check (char_length(reason) between 1 and 200)
);
create index audit_event_changes_by_event on audit_event_changes (event_id);

create function refuse_change_of_audit_chain() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'audit_seals' and tg_op = 'UPDATE' then
    if new.salt is null and (new.position, new.event_id, new.digest, new.reason)
      is not distinct from (old.position, old.event_id, old.digest, old.reason) then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger audit_links_are_never_changed before update or delete on audit_links
  for each row execute function refuse_change_of_audit_chain();
create trigger audit_links_are_never_emptied before truncate on audit_links
  for each statement execute function refuse_change_of_audit_chain();
create trigger audit_seals_are_never_changed before update or delete on audit_seals
  for each row execute function refuse_change_of_audit_chain();
create trigger audit_seals_are_never_emptied before truncate on audit_seals
  for each statement execute function refuse_change_of_audit_chain();

-- Results of verifications of the archive of the site and of the audit log, with the last hash of the chain at that time.
create table chain_verifications (
  id bigint generated always as identity primary key,
  chain text not null check (chain in ('site', 'audit')),
  verified_at timestamptz(3) not null default now(),
  -- Null for an empty chain.
  position integer,
  hash text,
  problems integer not null check (problems >= 0),
  -- Names the place of the first one.
  first_problem text,
  check ((position is null) = (hash is null)),
  check ((problems = 0) = (first_problem is null))
);
create index chain_verifications_latest on chain_verifications (chain, id desc);

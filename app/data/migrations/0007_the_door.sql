-- Who comes in, how surely we know it, and what they did.

alter table staff_users
  -- When the role ends by itself: for an examiner's visit.
  add column role_ends_at timestamptz(3),
  add constraint staff_users_only_examiners_leave_by_themselves
    check (role_ends_at is null or role = 'examiner');

alter table staff_sessions
  -- NIST SP 800-63B's levels: aal2 where a second factor, or a passkey that knew its owner, was shown.
  add column assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  -- When the person last proved who they are in this session.
  add column proved_at timestamptz(3) not null default now(),
  add column last_used_at timestamptz(3) not null default now();

-- An authenticator app (RFC 6238), one for each account.
create table staff_authenticators (
  user_id text primary key references staff_users (id) on delete cascade,
  -- Sealed with a key that is not in the database.
  sealed_secret text not null,
  -- Until its first code was shown it proves nothing.
  confirmed_at timestamptz(3),
  -- The time step of the last code that was taken: no code is taken twice.
  last_step bigint,
  created_at timestamptz(3) not null default now()
);

-- What gets somebody in whose authenticator is lost. Each is good once, and gone then.
create table staff_recovery_codes (
  user_id text not null references staff_users (id) on delete cascade,
  digest text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, digest)
);

-- Links in letters about accounts. The link itself is made from the row and a key that is not in the database.
create table staff_links (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('confirm', 'reset', 'invite')),
  email text not null check (char_length(email) between 3 and 254),
  -- Whose account it is about; an invitation makes one.
  user_id text references staff_users (id) on delete cascade,
  role text check (role in ('owner', 'staff', 'examiner')),
  role_ends_at timestamptz(3),
  -- The owner who invited.
  invited_by text references staff_users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  check ((kind = 'invite') = (user_id is null)),
  check ((kind = 'invite') = (role is not null)),
  check ((kind = 'invite') = (invited_by is not null)),
  check (role_ends_at is null or role = 'examiner')
);
create index staff_links_user on staff_links (user_id, kind);
create index staff_links_email on staff_links (email, kind);
create index staff_links_over on staff_links (expires_at);

-- Who did what. Rows are added and never changed.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$'),
  actor_kind text not null check (actor_kind in ('staff', 'shell', 'nobody')),
  -- The account, and its address as it was then: accounts go, what they did stays.
  actor_id text,
  actor_email text,
  -- What it was done to, as `<kind>:<id>`; a person stands there as a keyed digest of their address.
  subject text,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  client_address text,
  check ((actor_kind = 'staff') = (actor_id is not null and actor_email is not null))
);
create index audit_events_newest_first on audit_events (at desc, id desc);
create index audit_events_actor on audit_events (actor_id, id desc) where actor_id is not null;
create index audit_events_subject on audit_events (subject, id desc) where subject is not null;

create function refuse_change_of_audit_events() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only';
end
$$;
create trigger audit_events_are_never_changed before update or delete on audit_events
  for each row execute function refuse_change_of_audit_events();
create trigger audit_events_are_never_emptied before truncate on audit_events
  for each statement execute function refuse_change_of_audit_events();

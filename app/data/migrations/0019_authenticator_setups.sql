-- Setups of authenticator apps whose first code was not entered yet. Each belongs to the session that began it and ends with it. The previous
-- release keeps its own setups in staff_authenticators; this release ignores them.
create table staff_authenticator_setups (
  session_id text primary key references staff_sessions (id) on delete cascade,
  -- Sealed with a key that is not in the database.
  sealed_secret text not null,
  created_at timestamptz(3) not null default now()
);

delete from staff_authenticators where confirmed_at is null;

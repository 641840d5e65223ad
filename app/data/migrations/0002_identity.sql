-- Who may sign in. The columns are those that Better Auth 1.7 and its passkey plug-in ask for, plus the role.
create table staff_users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  role text not null default 'pending' check (role in ('owner', 'staff', 'examiner', 'pending')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table staff_sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references staff_users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index staff_sessions_user on staff_sessions (user_id);

create table staff_accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references staff_users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index staff_accounts_user on staff_accounts (user_id);

create table staff_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index staff_verifications_identifier on staff_verifications (identifier);

create table staff_passkeys (
  id text primary key,
  name text,
  public_key text not null,
  user_id text not null references staff_users (id) on delete cascade,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz default now()
);
create index staff_passkeys_user on staff_passkeys (user_id);

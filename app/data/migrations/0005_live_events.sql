-- Live events, and who signs up for them (specification sections 2, 3 and 9).
create table events (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  starts_at timestamptz(3) not null,
  -- IANA name: the date and time are told in it.
  time_zone text not null,
  duration_minutes integer not null check (duration_minutes between 5 and 600),
  capacity integer not null check (capacity between 1 and 100000),
  -- Names of hosts in content/live-event.ts.
  hosts text[] not null,
  topics text[] not null,
  join_url text not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'cancelled')),
  -- Of its calendar entry (RFC 5545): one more with each change that people have to know of.
  sequence integer not null default 0 check (sequence >= 0),
  -- Both are changed under the lock of this row alone, so that seats are exact on any number of servers.
  seats_taken integer not null default 0 check (seats_taken between 0 and capacity),
  last_place_number integer not null default 0 check (last_place_number >= seats_taken),
  -- The start for which reminders were written; another start is reminded of again.
  day_reminder_for timestamptz(3),
  hour_reminder_for timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create index events_by_start on events (starts_at, id);

create table linkedin_live_signups (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 200),
  email text not null check (char_length(email) between 3 and 254),
  phone text check (char_length(phone) between 1 and 40),
  questions text check (char_length(questions) between 1 and 4000),
  topics text check (char_length(topics) between 1 and 4000),
  created_at timestamptz(3) not null default now(),
  -- None: wants to be told the next date. Of told: the event that it was told of.
  event_id uuid references events,
  -- seat, waiting: holds a place. cancelled: gave it up, or the wish. next-date: wants to be told; told: was told. repeat: somebody signed
  -- up again with this address and other words, which are kept here and hold nothing.
  state text not null check (state in ('seat', 'waiting', 'cancelled', 'next-date', 'told', 'repeat')),
  -- In the order in which places were taken; never given twice.
  place_number integer,
  state_since timestamptz(3) not null default now(),
  -- The unguessable part of the address at which the person changes or gives up the place.
  place_key uuid not null default gen_random_uuid() unique,
  constraint linkedin_live_signups_places_have_numbers check (
    state not in ('seat', 'waiting') or (event_id is not null and place_number is not null)
  )
);

-- The same address holds one place, and wants to be told once.
create unique index linkedin_live_signups_one_place_each on linkedin_live_signups (event_id, email)
  where state in ('seat', 'waiting');
create unique index linkedin_live_signups_one_wish_each on linkedin_live_signups (email) where state = 'next-date';
create unique index linkedin_live_signups_numbers on linkedin_live_signups (event_id, place_number);
create index linkedin_live_signups_by_address on linkedin_live_signups (email, event_id, state);
create index linkedin_live_signups_waiting on linkedin_live_signups (event_id, place_number) where state = 'waiting';
create index linkedin_live_signups_newest_first on linkedin_live_signups (created_at desc, id desc);

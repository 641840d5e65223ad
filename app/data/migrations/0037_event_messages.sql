-- Messages of staff to a group of people of an event. The preview stores a draft, which has no time of sending.
create table event_messages (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events (id) on delete cascade,
  -- A key of app/events/messages/message-templates.ts. Without a check, because servers of two versions can have different templates.
  template text not null,
  audience text not null check (audience in ('holders', 'waiting', 'attended', 'no-shows')),
  -- What staff entered in the fields of the template.
  fields jsonb not null,
  -- Whether people who have received this template for the event get it again.
  repeats boolean not null default false,
  -- The event that an invitation is for.
  invited_event_id uuid references events (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  -- The email address of the member of staff.
  created_by text not null,
  sent_at timestamptz(3),
  sent_by text,
  -- Numbers of people when it was sent: recipients, and by reason those who were left out.
  recipients integer check (recipients > 0),
  left_out jsonb,
  constraint event_messages_sent_as_a_whole check (
    num_nulls(sent_at, sent_by, recipients, left_out) in (0, 4)
  )
);
create index event_messages_by_event on event_messages (event_id, sent_at desc);
create index event_messages_drafts on event_messages (created_at) where sent_at is null;

-- One row for each email of a message. The email is about this row.
create table event_message_recipients (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references event_messages (id) on delete cascade,
  signup_id uuid not null references linkedin_live_signups (id) on delete cascade,
  unique (message_id, signup_id)
);
create index event_message_recipients_by_signup on event_message_recipients (signup_id);

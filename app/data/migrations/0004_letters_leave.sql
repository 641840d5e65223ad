-- Letters leave the house. The row alone says when a letter is to be tried, who has it in hand and how it ended; the job queue
-- that carried it before is gone, with its tables.
drop schema if exists pgboss cascade;

alter table letters
  -- Written when it is first tried, from what is true then.
  alter column subject drop not null,
  alter column body_text drop not null,
  add column body_html text,
  -- The row that it is about; which table that is in, its kind says.
  add column about uuid,
  -- A letter that names one is written once, however often it is asked for.
  add column once text unique,
  -- The unguessable part of the address at which its recipient says which letters are wanted.
  add column preferences_key uuid not null default gen_random_uuid() unique,
  add column next_try_at timestamptz(3) not null default now(),
  -- After this it would only confuse.
  add column not_after timestamptz(3),
  -- Whoever has it in hand, and until when without a sign of life.
  add column claim uuid,
  add column claimed_until timestamptz(3),
  -- Attempts that ended without anyone knowing whether the mail server had taken it: the most often it can have come twice.
  add column unclear_attempts integer not null default 0 check (unclear_attempts >= 0),
  -- What the mail server, or we, said last.
  add column last_reply text;

-- Until now a letter's end was to be kept.
update letters set state = 'kept', settled_at = now() where state = 'waiting';

alter table letters
  drop constraint letters_state_check,
  add constraint letters_state_check
    check (state in ('waiting', 'sending', 'sent', 'kept', 'given-up', 'suppressed')),
  add constraint letters_in_hand_have_a_claim
    check ((state = 'sending') = (claim is not null and claimed_until is not null)),
  add constraint letters_at_their_end_say_when
    check ((state in ('waiting', 'sending')) = (settled_at is null));

create index letters_to_be_tried on letters (next_try_at, id) where state = 'waiting';
create index letters_by_row on letters (about, kind);
create index letters_in_hand on letters (claimed_until) where state = 'sending';

-- Who does not want which letters. Asked at the moment of sending.
create table letter_suppressions (
  email text not null,
  topic text not null check (topic in ('reminders', 'announcements')),
  created_at timestamptz(3) not null default now(),
  primary key (email, topic)
);

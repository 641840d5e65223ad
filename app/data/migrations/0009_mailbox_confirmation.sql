-- Mailbox confirmation: seats held until a mailbox is confirmed, and limits on messages that anyone can cause by typing an address.

alter table quarantined_submissions
  -- When the confirmation email was queued. Null: only staff can accept it.
  add column confirmation_requested_at timestamptz(3),
  -- The event at which it holds a seat, until when, and a keyed digest of the network address that it came from.
  add column seat_event_id uuid,
  add column seat_held_until timestamptz(3),
  add column seat_address_key text,
  add constraint quarantined_submissions_held_seats_are_complete
    check (num_nulls(seat_event_id, seat_held_until, seat_address_key) in (0, 3));

create index quarantined_submissions_holding_seats on quarantined_submissions (seat_event_id, seat_address_key)
  where released_at is null and seat_event_id is not null;

alter table linkedin_live_signups
  -- Keyed digest of the network address that took the place. Null once the mailbox is confirmed or staff accepted it.
  add column unconfirmed_address_key text;

create index linkedin_live_signups_unconfirmed on linkedin_live_signups (event_id, unconfirmed_address_key)
  where unconfirmed_address_key is not null and state in ('seat', 'waiting');

alter table events
  -- One entry per seat held for a mailbox that is not confirmed. On this row, because seats are allocated under its lock. An entry that
  -- has passed holds nothing.
  add column seats_held_until timestamptz(3)[] not null default '{}';

alter table letters
  -- Anyone could have caused it by typing the recipient's address. Limited per hour for the whole site.
  add column is_unconfirmed boolean not null default false;

-- Account emails are claimed before all others.
drop index letters_to_be_tried;
create index letters_to_be_tried on letters ((kind not like 'account-%'), next_try_at, id) where state = 'waiting';

-- Limits the unconfirmed places of one mailbox at an event. Rows of before have no key and do not count.

alter table linkedin_live_signups
  -- Keyed digest of the mailbox behind the address. Null once the mailbox is confirmed or staff accepted it.
  add column unconfirmed_mailbox_key text;

create index linkedin_live_signups_unconfirmed_mailbox on linkedin_live_signups (event_id, unconfirmed_mailbox_key)
  where unconfirmed_mailbox_key is not null and state in ('seat', 'waiting');

alter table quarantined_submissions
  -- The same digest, where it holds a seat.
  add column seat_mailbox_key text;

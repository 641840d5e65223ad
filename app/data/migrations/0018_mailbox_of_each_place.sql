-- Limits a mailbox to one place at an event, confirmed or not. Confirmed places from before this migration have no key and do not count.

alter table linkedin_live_signups
  -- Keyed digest of the mailbox behind the address. It stays after the mailbox is confirmed.
  add column mailbox_key text;

update linkedin_live_signups set mailbox_key = unconfirmed_mailbox_key where unconfirmed_mailbox_key is not null;

create index linkedin_live_signups_mailbox on linkedin_live_signups (event_id, mailbox_key)
  where mailbox_key is not null and state in ('seat', 'waiting');

alter table quarantined_submissions
  -- The same digest. Acceptance, which can happen without the keys, copies it to the place.
  add column mailbox_key text;

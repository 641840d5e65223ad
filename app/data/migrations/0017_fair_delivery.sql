-- Order in which messages to unconfirmed mailboxes are sent. Rows from before have the defaults and are sent after new ones with a form token.

alter table letters
  -- Whether a submission with a valid, unspent form token caused it. Only for is_unconfirmed.
  add column has_form_token boolean not null default false,
  -- Its number among the unconfirmed messages that its sender's network address caused in the same hour. Identifies no one.
  add column sender_message_number integer not null default 1 check (sender_message_number >= 1),
  -- The summary that covers this notification of the firm, which is not sent on its own.
  add column summary_id uuid;

create index letters_by_summary on letters (summary_id) where summary_id is not null;

create index letters_unconfirmed_to_be_tried on letters (has_form_token, sender_message_number, next_try_at, id)
  where state = 'waiting' and is_unconfirmed and attempts = 0;

create index letters_unlimited_to_be_tried on letters ((kind not like 'account-%'), next_try_at, id)
  where state = 'waiting' and (not is_unconfirmed or attempts > 0);

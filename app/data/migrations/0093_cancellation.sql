-- When staff canceled an event, and the message that they added to the email. Both are null for earlier cancellations.
alter table events add column canceled_at timestamptz, add column cancellation_note text;

-- migration: safe, because the trigger only writes a column that the previous release does not use
-- When a mail server first accepted an email. settled_at cannot say it: it changes when the email is returned, and a retry clears it.
alter table letters add column sent_at timestamptz(3);

-- Also stores the time for emails that the previous release sends. An email is returned without having been sent if the result of the
-- attempt was unknown. The report proves that a mail server accepted it, by then or by the end of the delivery.
create function record_sent_at() returns trigger
language plpgsql set search_path from current as $$
begin
  new.sent_at = least(new.settled_at, new.returned_at);
  return new;
end $$;

create trigger letters_record_sent_at before insert or update of state, returned_at on letters
  for each row when (new.sent_at is null and (new.state = 'sent' or new.returned_at is not null))
  execute function record_sent_at();

-- If both times are equal, the report has replaced the time at which the email was sent. The time at which its last attempt was due is the
-- nearest one that remains, because delivery usually starts within seconds. It is never earlier than created_at.
update letters set sent_at = case
    when state <> 'sent' and settled_at = returned_at then least(next_try_at, settled_at)
    else least(settled_at, returned_at)
  end
where state = 'sent' or returned_at is not null;

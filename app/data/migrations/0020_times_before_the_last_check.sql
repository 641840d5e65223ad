-- A clock can be wrong between two checks only. Each write compares the database's clock with the last accepted check and, in the same
-- transaction, records an earlier time as refused. Deletion then counts the age of the rows with such dates from the next accepted check.
create function record_time_before_last_check() returns trigger language plpgsql as $$
declare
  shown_time timestamptz := least(now(), clock_timestamp());
begin
  -- The age of rows counts from refused_clock_periods with a margin of one day; half of it leaves room for the dates of this transaction.
  if shown_time < (select checked_at from clock_checks) - interval '5 minutes' and not exists (
    select from refused_clock_periods where ended_at is null
      and shown_time between earliest_time - interval '12 hours' and latest_time + interval '12 hours'
  ) then
    insert into refused_clock_periods (earliest_time, latest_time) values (shown_time, shown_time);
  end if;
  return null;
end $$;

create trigger record_time_before_last_check before insert on pre_loi_assessments
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert or update of state_since on linkedin_live_signups
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert on consent_receipts
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert or update of at on consent_withdrawals
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert on visitors
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert on quarantined_submissions
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert or update of created_at, settled_at on letters
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert on spent_tokens
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert on rate_limits
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert on staff_users
  for each statement execute function record_time_before_last_check();
create trigger record_time_before_last_check before insert on staff_links
  for each statement execute function record_time_before_last_check();

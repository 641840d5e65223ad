-- The address of the colleague who follows up on the person with an email address. Null without an owner, or if the owner's account can no
-- longer follow up.
create function owner_address(form_email text) returns text
language sql stable set search_path from current as $$
  select account.email
  from person_addresses as address
    join people as person on person.id = address.person_id
    join staff_users as account on account.id = person.owner_id
  where address.email = form_email and account.role in ('owner', 'staff')
    and coalesce(account.role_ends_at > now(), true);
$$;

-- The emails about due work that each staff member has chosen.
alter table staff_preferences
  -- The row that these emails are about, because the ids of accounts are no UUIDs.
  add column digest_id uuid not null default gen_random_uuid() unique,
  -- When the member chose the email; null without it. The latest day for which it was queued or had nothing to say.
  add column morning_list_since timestamptz(3),
  add column morning_list_day date,
  add column monday_digest_since timestamptz(3),
  add column monday_digest_day date,
  -- Whether the member is alerted before the first answer to a person is late.
  add column answer_alerts boolean not null default true;

-- Other systems of the firm that receive events about leads, and what was or will be sent to them.
create table integration_destinations (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('webhook', 'wealthbox')),
  name text not null check (char_length(name) between 1 and 100),
  -- Of a webhook.
  url text check (char_length(url) between 1 and 500),
  events text[] not null,
  -- Whether payloads contain name, email address, phone number, company and next step.
  includes_contact boolean not null default false,
  -- Events are stored in every state and sent while it is active. `stopped`: by the program.
  state text not null default 'active' check (state in ('active', 'paused', 'stopped')),
  stop_reason text check (stop_reason in ('gone', 'unauthorized')),
  -- Encrypted: the key that signs, or the token that authorizes. The previous key signs as well until its replacement is in use.
  sealed_secret text not null,
  previous_sealed_secret text,
  previous_secret_until timestamptz(3),
  -- The receiver asked to wait until then.
  not_before timestamptz(3),
  -- Incremented by each change, so that two people who edit a destination do not overwrite each other.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  check ((kind = 'webhook') = (url is not null)),
  check ((state = 'stopped') = (stop_reason is not null)),
  check ((previous_sealed_secret is null) = (previous_secret_until is null))
);

create table integration_deliveries (
  -- Also the id that the receiver gets with every attempt.
  id uuid primary key default gen_random_uuid(),
  destination_id uuid not null references integration_destinations (id) on delete cascade,
  event text not null,
  -- Null for a test and after the person was erased. Otherwise an erasure deletes the row, also by a server of the previous version.
  person_id uuid references people (id) on delete cascade,
  -- Ids and values of the event that identify no one. Contact details are read when the event is sent.
  data jsonb not null,
  occurred_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_try_at timestamptz(3) not null default now(),
  claim uuid,
  claimed_until timestamptz(3),
  -- The HTTP status of the latest attempt; null without a response.
  response_code integer,
  -- Why the latest attempt did not succeed.
  problem text,
  settled_at timestamptz(3),
  check ((state = 'sending') = (claim is not null)),
  check ((state in ('delivered', 'failed', 'skipped')) = (settled_at is not null))
);
create index integration_deliveries_due on integration_deliveries (destination_id, next_try_at, id) where state = 'waiting';
create index integration_deliveries_claimed on integration_deliveries (destination_id) where state = 'sending';
create index integration_deliveries_failed on integration_deliveries (settled_at) where state = 'failed';
create index integration_deliveries_delivered on integration_deliveries (destination_id, settled_at) where state = 'delivered';
create index integration_deliveries_person on integration_deliveries (person_id) where person_id is not null;
create index integration_deliveries_latest_first on integration_deliveries (occurred_at desc, id desc);

-- Triggers and not statements of the program store events: an event is stored in the transaction of its change, no command can forget it,
-- servers of the previous version store it too, and a form needs no further round trip.

-- Whether a destination wants an event, so that nothing else is computed if none does.
create function wants_event(asked text) returns boolean language sql stable
  return exists (select from integration_destinations where asked = any (events));

-- Stores an event for each destination that wants it. An address under .invalid belongs to demo data. The lock skips a destination that is
-- being deleted, whose foreign key would otherwise fail and roll back the form.
create function queue_deliveries(new_event text, address text, person uuid, new_data jsonb) returns void
language sql as $$
  insert into integration_deliveries (destination_id, event, person_id, data)
  select id, new_event, person, new_data from integration_destinations
  where new_event = any (events) and address not like '%.invalid'
  for key share;
$$;

create function iso_time(moment timestamptz) returns text language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function person_of_address(address text) returns uuid language sql stable parallel safe
  return (select person_id from person_addresses where email = address);

-- The first address of a person is stored together with the record.
create function queue_person_created() returns trigger language plpgsql set search_path from current as $$
begin
  if not wants_event('person.created') then return null; end if;
  if not exists (select from person_addresses where person_id = new.person_id and email <> new.email) then
    perform queue_deliveries('person.created', new.email, new.person_id, jsonb_build_object('personId', new.person_id));
  end if;
  return null;
end $$;
create trigger queue_person_created after insert on person_addresses
  for each row execute function queue_person_created();

-- The last address of a person is deleted with the record. In a merge, addresses move to another record instead.
create function queue_person_erased() returns trigger language plpgsql set search_path from current as $$
begin
  if not wants_event('person.erased') then return null; end if;
  perform queue_deliveries('person.erased', max(email), null, jsonb_build_object('personId', person_id))
  from deleted
  where not exists (select from person_addresses where person_addresses.person_id = deleted.person_id)
  group by person_id;
  return null;
end $$;
create trigger queue_person_erased after delete on person_addresses
  referencing old table as deleted for each statement execute function queue_person_erased();

-- The changes of one transaction are one event. Those of the transaction that created the record are no event. A new record has the
-- transaction's time, which the program replaces with its own time when staff change the record.
create function queue_person_updated() returns trigger language plpgsql set search_path from current as $$
declare
  fields text[];
  content jsonb;
begin
  if new.revision = 1 and new.updated_at = now()::timestamptz(3) then return null; end if;
  if not wants_event('person.updated') then return null; end if;
  fields := array_remove(array[
    case when new.status <> old.status then 'status' end,
    case when new.owner_id is distinct from old.owner_id then 'owner' end,
    case when (new.next_step, new.next_step_on) is distinct from (old.next_step, old.next_step_on) then 'nextStep' end,
    case when new.company is distinct from old.company then 'company' end,
    case when new.call_consent <> old.call_consent then 'callConsent' end,
    case when new.email_consent <> old.email_consent then 'emailConsent' end,
    case when new.attended <> old.attended then 'attended' end
  ], null);
  content := jsonb_build_object(
    'personId', new.id,
    'status', new.status,
    'ownerId', new.owner_id,
    'nextStepOn', new.next_step_on,
    'callConsent', new.call_consent,
    'emailConsent', new.email_consent,
    'attended', new.attended
  );
  update integration_deliveries set data = content || jsonb_build_object('changed', (
    select jsonb_agg(distinct field) from (
      select jsonb_array_elements_text(data -> 'changed') as field union all select unnest(fields)
    ) as changed
  ))
  where person_id = new.id and event = 'person.updated' and occurred_at = now()::timestamptz(3)
    and state = 'waiting' and attempts = 0;
  insert into integration_deliveries (destination_id, event, person_id, data)
  select id, 'person.updated', new.id, content || jsonb_build_object('changed', to_jsonb(fields))
  from integration_destinations as destination
  where 'person.updated' = any (events) and not exists (
    select from integration_deliveries as earlier
    where earlier.destination_id = destination.id and earlier.person_id = new.id
      and earlier.event = 'person.updated' and earlier.occurred_at = now()::timestamptz(3)
      and earlier.state = 'waiting' and earlier.attempts = 0
  )
  for key share;
  return null;
end $$;
create trigger queue_person_updated after update on people
  for each row when (
    new.email not like '%.invalid' and (
      new.status, new.owner_id, new.next_step, new.next_step_on, new.company, new.call_consent, new.email_consent, new.attended
    ) is distinct from (
      old.status, old.owner_id, old.next_step, old.next_step_on, old.company, old.call_consent, old.email_consent, old.attended
    )
  ) execute function queue_person_updated();

-- Events of the removed record that still wait are sent with the contact details of the kept one.
create function queue_person_merged() returns trigger language plpgsql set search_path from current as $$
begin
  update integration_deliveries set person_id = new.kept_id where person_id = new.removed_id;
  perform queue_deliveries(
    'person.merged', email, id, jsonb_build_object('personId', id, 'mergedId', new.removed_id)
  )
  from people where id = new.kept_id;
  return null;
end $$;
create trigger queue_person_merged after insert on person_merges
  for each row execute function queue_person_merged();

-- A merge is deleted when it is undone, after the removed record was restored, and when it can no longer be undone.
create function queue_merge_undone() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (select from people where id = old.removed_id) then return null; end if;
  update integration_deliveries set person_id = old.removed_id
  where person_id = old.kept_id and data ->> 'personId' = old.removed_id::text;
  perform queue_deliveries(
    'person.merge_undone', email, id, jsonb_build_object('personId', id, 'keptId', old.kept_id)
  )
  from people where id = old.removed_id;
  return null;
end $$;
create trigger queue_merge_undone after delete on person_merges
  for each row execute function queue_merge_undone();

-- The names put these triggers after the one that adds the record of the person.
create function queue_assessment_submitted() returns trigger language plpgsql set search_path from current as $$
declare
  person uuid;
begin
  if not wants_event('assessment.submitted') then return null; end if;
  person := person_of_address(new.email);
  perform queue_deliveries('assessment.submitted', new.email, person, jsonb_build_object(
    'personId', person,
    'assessmentId', new.id,
    'score', new.score,
    'scoreLevel', new.score_level,
    -- Anyone can send an assessment with another person's address, so a receiver can leave out scores that a stranger invented.
    'hasFormToken', new.form_token is not null,
    'submittedAt', iso_time(new.created_at)
  ));
  return null;
end $$;
create trigger queue_assessment_submitted after insert on pre_loi_assessments
  for each row execute function queue_assessment_submitted();

create function queue_signup_created() returns trigger language plpgsql set search_path from current as $$
declare
  person uuid;
begin
  if not wants_event('signup.created') then return null; end if;
  person := person_of_address(new.email);
  perform queue_deliveries('signup.created', new.email, person, jsonb_build_object(
    'personId', person,
    'signupId', new.id,
    'eventId', new.event_id,
    'state', new.state,
    'submittedAt', iso_time(new.created_at)
  ));
  return null;
end $$;
create trigger queue_signup_created after insert on linkedin_live_signups
  for each row execute function queue_signup_created();

-- A booking without a person is reported when staff have assigned it.
create function queue_booking_recorded() returns trigger language plpgsql set search_path from current as $$
declare
  person uuid;
begin
  if not wants_event('booking.recorded') then return null; end if;
  person := person_of_address(new.person_email);
  perform queue_deliveries('booking.recorded', new.person_email, person, jsonb_build_object(
    'personId', person,
    'bookingId', new.uid,
    'state', new.state,
    'startsAt', iso_time(new.starts_at),
    'endsAt', iso_time(new.ends_at)
  ));
  return null;
end $$;
create trigger queue_booking_recorded after insert on bookings
  for each row when (new.person_email is not null) execute function queue_booking_recorded();
create trigger queue_changed_booking_recorded after update of state, starts_at, person_email on bookings
  for each row when (
    new.person_email is not null
    and (new.state, new.starts_at, new.person_email) is distinct from (old.state, old.starts_at, old.person_email)
  ) execute function queue_booking_recorded();

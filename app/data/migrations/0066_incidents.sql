-- The log of complaints, and of incidents with personal data (17 CFR 248.30).
create table incidents (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('complaint', 'incident')),
  discovered_on date not null,
  description text not null check (char_length(description) between 1 and 4000),
  opened_at timestamptz(3) not null,
  opened_by text not null,
  -- The latest entry.
  revision integer not null default 0 check (revision >= 0),
  state text not null default 'open' check (state in ('open', 'notified', 'not-required', 'closed'))
);
create index incidents_in_order on incidents (id desc);

create function refuse_change_of_incident() returns trigger language plpgsql as $$
begin
  raise exception 'what was reported never changes';
end
$$;
create trigger reports_are_never_changed before update of kind, discovered_on, description, opened_at, opened_by on incidents
  for each row execute function refuse_change_of_incident();
create trigger incidents_are_never_deleted before delete on incidents
  for each row execute function refuse_change_of_incident();

-- The notes on an incident, each with the state after it.
create table incident_notes (
  incident_id integer not null references incidents (id),
  revision integer not null check (revision > 0),
  noted_at timestamptz(3) not null,
  noted_by text not null,
  state text not null check (state in ('open', 'notified', 'not-required', 'closed')),
  note text not null check (char_length(note) between 1 and 4000),
  primary key (incident_id, revision)
);
create trigger incident_notes_are_never_changed before update or delete on incident_notes
  for each row execute function refuse_change_of_archive();

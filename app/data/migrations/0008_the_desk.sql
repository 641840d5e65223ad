-- The desk: lists that are searched, narrowed down and turned over at any size, and what staff decide on a screen.

-- pg_trgm and unaccent are there (app/data/extensions.server.ts), in whichever schema whoever made them chose. Until this transaction
-- ends, their names are found as well.
select set_config(
  'search_path',
  current_setting('search_path') || ', ' || string_agg(extnamespace::regnamespace::text, ', '),
  true
)
from pg_extension
where extname in ('pg_trgm', 'unaccent');

-- The bodies of these functions stand without quotes: what they call is looked up here, once, and not by its name at each call. So
-- they work under any search_path, also under the empty one in which dumps are restored and indexes are built anew.

-- A text as it is searched for: no capitals, no accents. `unaccent` is called stable because its dictionary could be changed; ours
-- never is, and an index needs that promise.
create function search_form(text) returns text language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, $1));

-- The pattern of `like` for texts that hold a word as it is searched for; its own signs stand for themselves.
create function search_pattern(word text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(search_form(word), '([\\%_])', '\\\1', 'g') || '%';

-- What a person is found by: name, address and telephone number, the digits also by themselves. It begins with a blank, as every text
-- that is searched for beginnings of words: short names (Ng, Wu, Li) are found by them, and the index knows them.
create function person_search_form(name text, email text, phone text) returns text language sql immutable parallel safe
  return search_form(' ' || name || ' ' || email || ' ' || coalesce(phone || ' ' || regexp_replace(phone, '\D', '', 'g'), ''));

-- Stored: a list is read in its order with a search as its filter, and nobody waits for a hundred thousand texts to be brought into form.
alter table pre_loi_assessments
  add column searchable text not null generated always as (person_search_form(name, email, phone)) stored;
create index pre_loi_assessments_by_person on pre_loi_assessments using gin (searchable gin_trgm_ops);
create index pre_loi_assessments_by_level on pre_loi_assessments (score_level, created_at desc, id desc);
create index pre_loi_assessments_by_score on pre_loi_assessments (score, created_at, id);
create index pre_loi_assessments_by_name on pre_loi_assessments (search_form(name), id);
create index pre_loi_assessments_by_address on pre_loi_assessments (email);

alter table linkedin_live_signups
  add column searchable text not null generated always as (person_search_form(name, email, phone)) stored;
create index linkedin_live_signups_by_person on linkedin_live_signups using gin (searchable gin_trgm_ops);
create index linkedin_live_signups_by_event on linkedin_live_signups (event_id, created_at desc, id desc);
create index linkedin_live_signups_by_state on linkedin_live_signups (state, created_at desc, id desc);
create index linkedin_live_signups_by_name on linkedin_live_signups (search_form(name), id);

-- Nobody is looked for among visits without a name.
alter table visitors
  add column searchable text generated always as (
    case when lead_id is not null then person_search_form(first_name || ' ' || last_name, email, null) end
  ) stored;
create index visitors_by_person on visitors using gin (searchable gin_trgm_ops) where lead_id is not null;
create index visitors_with_a_name on visitors (created_at desc, id desc) where lead_id is not null;
-- A word that all of them hold, within a class or a source that hardly any of them has.
create index visitors_with_a_name_by_class on visitors (traffic_class, created_at desc, id desc) where lead_id is not null;
create index visitors_with_a_name_by_source on visitors (coalesce(source, 'Direct'), created_at desc, id desc)
  where lead_id is not null;
create index visitors_by_class on visitors (traffic_class, created_at desc, id desc);
-- A visit without a source is shown as one that came directly, and found as that.
create index visitors_by_source on visitors (coalesce(source, 'Direct'), traffic_class, created_at desc, id desc);

create index tracking_events_by_type on tracking_events (event_type, timestamp desc, id desc);
create index tracking_events_by_page on tracking_events (url, event_type, timestamp desc, id desc);

create index letters_by_recipient on letters using gin (search_form(' ' || recipient) gin_trgm_ops);
create index letters_by_state on letters (state, created_at desc, id desc);
create index letters_by_kind on letters (kind, created_at desc, id desc);

create index quarantined_submissions_by_sender on quarantined_submissions
  using gin (search_form(' ' || coalesce(input ->> 'name', '') || ' ' || coalesce(input ->> 'email', '')) gin_trgm_ops);
create index quarantined_submissions_by_reason on quarantined_submissions (reason, received_at desc, id desc);
create index quarantined_submissions_released on quarantined_submissions (received_at desc, id desc)
  where released_at is not null;

create index audit_events_by_action on audit_events (action, at desc, id desc);
create index audit_events_by_address on audit_events (actor_email, at desc, id desc) where actor_email is not null;
create index audit_events_without_account on audit_events (actor_kind, at desc, id desc) where actor_kind <> 'staff';

alter table events
  -- One more with each change of the row by staff: who saved what they saw before it is told so.
  add column revision integer not null default 0 check (revision >= 0);

alter table linkedin_live_signups
  -- Whether the person came; null: nobody has said.
  add column attended boolean;

-- Who holds a place in an event, seats before the waiting list, each in order of number; and how many came.
create index linkedin_live_signups_by_place on linkedin_live_signups (event_id, state, place_number) include (attended)
  where state in ('seat', 'waiting');

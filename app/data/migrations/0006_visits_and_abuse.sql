-- Visits, what is sent with a form besides its fields, and what keeps bots out (specification sections 3 and 7).
create table visitors (
  -- Of an anonymous visit: the key that the browser holds for its session, so that a visit sent twice is stored once.
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) between 1 and 200),
  -- Empty where somebody gave one word.
  last_name text not null check (char_length(last_name) <= 200),
  email text not null check (char_length(email) between 3 and 254),
  source text check (char_length(source) between 1 and 500),
  ip_address text check (char_length(ip_address) <= 45),
  user_agent text check (char_length(user_agent) <= 500),
  created_at timestamptz(3) not null default now(),
  -- The browser, for as long as it holds the key.
  browser_key uuid,
  -- Set where somebody was identified by a form: the row that the form made, and the visit in which it was sent.
  lead_id uuid,
  visit_id uuid,
  -- Where the browser came from: {"at", "landingPage", "referrer", "campaign", "clickId"}. Of a visit, the last is its own.
  first_touch jsonb,
  last_touch jsonb,
  traffic_class text not null check (traffic_class in ('person', 'unsure', 'machine')),
  -- Why it is not counted as a person.
  class_reason text check ((class_reason is null) = (traffic_class = 'person'))
);

create index visitors_newest_first on visitors (created_at desc, id desc);
create index visitors_by_browser on visitors (browser_key, created_at) where browser_key is not null;
create index visitors_by_visit on visitors (visit_id) where visit_id is not null;
create index visitors_by_lead on visitors (lead_id) where lead_id is not null;
create index visitors_by_address on visitors (email) where lead_id is not null;

create table tracking_events (
  -- Given by the browser, so that an event sent twice is stored once.
  id uuid primary key,
  visit_id uuid not null references visitors on delete cascade,
  event_type text not null
    check (event_type in ('page_view', 'scroll_depth', 'user_idle', 'call_to_action', 'booking_click')),
  -- The path of the page alone: no query, no fragment.
  url text not null check (char_length(url) between 1 and 500),
  -- By the server's clock, whatever the browser's says.
  timestamp timestamptz(3) not null,
  percentage smallint check (percentage between 0 and 100),
  -- Milliseconds.
  idle_time integer check (idle_time >= 0),
  time_on_page integer check (time_on_page >= 0),
  -- What was pressed.
  target text check (char_length(target) between 1 and 500),
  -- Of a page view that somebody else's link or a campaign led to.
  touch jsonb
);

create index tracking_events_newest_first on tracking_events (timestamp desc, id desc);
create index tracking_events_by_visit on tracking_events (visit_id, timestamp);

-- Visits of browsers that ask not to be followed: a number a day, and nothing else.
create table visit_totals (
  day date not null,
  traffic_class text not null check (traffic_class in ('person', 'unsure', 'machine')),
  visits integer not null check (visits > 0),
  primary key (day, traffic_class)
);

-- What somebody agreed to in sending a form, and what the form said.
create table consent_receipts (
  id uuid primary key default gen_random_uuid(),
  -- The row that the form made.
  lead_id uuid not null,
  form text not null check (form in ('assessment', 'event-signup')),
  given_at timestamptz(3) not null,
  -- none-given: sent without a form of ours, so that nobody was asked.
  basis text not null check (basis in ('boxes-shown', 'none-given')),
  by_email boolean not null,
  by_phone boolean not null,
  -- Which words stood beside the boxes (content/consent.ts), and the digest of the page that showed them.
  wording_version text,
  page_version text,
  -- Whether the browser asked not to be followed.
  opts_out boolean not null,
  constraint consent_receipts_nothing_is_agreed_to_unasked
    check (basis = 'boxes-shown' or not (by_email or by_phone)),
  constraint consent_receipts_boxes_have_words
    check ((basis = 'boxes-shown') = (wording_version is not null))
);

create index consent_receipts_by_lead on consent_receipts (lead_id);

-- Somebody said stop, by whatever route. Each time is kept: what was agreed to later counts again.
create table consent_withdrawals (
  -- Of somebody who was erased, a digest.
  email text not null,
  channel text not null check (channel in ('email', 'phone')),
  at timestamptz(3) not null,
  primary key (email, channel, at)
);

-- Submissions that were not taken as they came. They hold no seat, get no letter and are counted nowhere.
create table quarantined_submissions (
  id uuid primary key default gen_random_uuid(),
  form text not null check (form in ('assessment', 'event-signup')),
  -- honeypot: answered as if it had been taken. The others: a question was asked, and was not answered yet.
  reason text not null check (reason in ('honeypot', 'too-fast', 'token', 'replay', 'many')),
  received_at timestamptz(3) not null,
  -- The fields as they were read, and who sent them.
  input jsonb not null,
  sender jsonb not null,
  -- Digest of form and fields: the same again is kept once.
  fingerprint text not null,
  -- Of an assessment: where its sender was told that the result is.
  result_key text unique,
  released_at timestamptz(3),
  -- The row that its release made.
  lead_id uuid
);

create unique index quarantined_submissions_held_once on quarantined_submissions (fingerprint)
  where released_at is null;
create index quarantined_submissions_newest_first on quarantined_submissions (received_at desc, id desc);

-- How often somebody sent something in a stretch of time. Unlogged: a crash may forget it, and nothing waits for the disk.
create unlogged table rate_limits (
  -- Keyed digest of what is counted: no address can be read back.
  key text not null,
  window_start timestamptz(3) not null,
  count integer not null check (count > 0),
  primary key (key, window_start)
);

create index rate_limits_oldest on rate_limits (window_start);

-- Form tokens and answered questions that were used, each with what it was used for.
create unlogged table spent_tokens (
  token text primary key,
  fingerprint text not null,
  spent_at timestamptz(3) not null
);

create index spent_tokens_oldest on spent_tokens (spent_at);

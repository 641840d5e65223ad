-- What each staff member has chosen for the staff area, and when the member last looked at Today.
create table staff_preferences (
  user_id text primary key references staff_users (id) on delete cascade,
  start_page text not null default 'dashboard' check (start_page in ('dashboard', 'today')),
  -- The latest view of Today, and the last one of the visit before.
  today_seen_at timestamptz(3),
  today_seen_before timestamptz(3)
);

-- The usual spelling of well-known channels.
insert into source_names (kind, spelling, key, name) values
  ('channel', 'linkedin', 'linkedin', 'LinkedIn'),
  ('channel', 'lnkd.in', 'lnkdin', 'LinkedIn'),
  ('channel', 'google', 'google', 'Google'),
  ('channel', 'bing', 'bing', 'Bing'),
  ('channel', 'duckduckgo', 'duckduckgo', 'DuckDuckGo'),
  ('channel', 'facebook', 'facebook', 'Facebook'),
  ('channel', 'newsletter', 'newsletter', 'Newsletter'),
  ('channel', 'podcast', 'podcast', 'Podcast'),
  ('channel', 'partner', 'partner', 'Partner'),
  ('channel', 'direct', 'direct', 'Direct')
on conflict (kind, spelling) do update set name = excluded.name;

-- Text that belongs to one event. Without it, pages and emails use content/live-event.ts.
alter table events
  add column summary text check (char_length(summary) between 1 and 400),
  -- Objects with name, role, biography, isGuest and ties. They follow the hosts of the content, whose keys are in hosts.
  add column own_hosts jsonb not null default '[]' check (jsonb_typeof(own_hosts) = 'array'),
  -- By position in topics. A missing or empty entry is a topic without a description.
  add column topic_descriptions text[] not null default '{}';

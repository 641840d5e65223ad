-- Every letter that the system writes: a row in the transaction that caused it, carried afterwards by the job queue.
create table letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  -- waiting: the job has not come to it yet; kept: stored here because there is no mail server to send it through.
  state text not null default 'waiting' check (state in ('waiting', 'kept')),
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);

create index letters_newest_first on letters (created_at desc, id desc);

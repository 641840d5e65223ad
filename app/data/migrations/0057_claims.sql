-- Statements of fact on the public site. Each sentence and figure is one claim, on any number of pages.
create table claims (
  id integer generated always as identity primary key,
  -- SHA-256 of the normalized sentence and figure, in hexadecimal.
  identity text not null unique check (identity ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('experience', 'credential', 'percentage', 'dollars', 'count', 'superlative')),
  figure text not null,
  sentence text not null,
  -- The source that the site itself names.
  source text,
  is_published boolean not null default true,
  found_at timestamptz(3) not null,
  -- The latest decision, whose row in claim_decisions has this revision. Zero means that no one has decided yet.
  revision integer not null default 0 check (revision >= 0),
  decision text check (decision in ('bound', 'waived')),
  expires_on date,
  check ((revision = 0) = (decision is null)),
  check ((decision is not distinct from 'bound') = (expires_on is not null))
);
create index claims_in_order on claims (found_at, id);
create index claims_by_expiry on claims ((coalesce(expires_on, '9999-12-31')), id);
-- For the other figures of a sentence.
create index claims_by_sentence on claims using hash (sentence);

create table claim_pages (
  claim_id integer not null references claims (id),
  path text collate "C" not null,
  since_position integer not null references archive_entries (position),
  -- Null while the page contains the claim.
  until_position integer references archive_entries (position),
  primary key (claim_id, path)
);
create index claim_pages_by_path on claim_pages (path, claim_id);

create table claim_decisions (
  claim_id integer not null references claims (id),
  revision integer not null check (revision > 0),
  decided_at timestamptz(3) not null,
  decided_by text not null,
  decision text not null check (decision in ('bound', 'waived')),
  evidence_url text check (evidence_url ~* '^https?://' and char_length(evidence_url) <= 2000),
  evidence_note text check (char_length(evidence_note) <= 4000),
  as_of date,
  expires_on date,
  reason text check (char_length(reason) <= 4000),
  primary key (claim_id, revision),
  check (
    case decision
      when 'bound' then coalesce(evidence_url, evidence_note) is not null and as_of is not null
        and expires_on is not null and expires_on >= as_of and reason is null
      else reason is not null and coalesce(evidence_url, evidence_note) is null and as_of is null and expires_on is null
    end
  )
);
create trigger claim_decisions_are_never_changed before update or delete on claim_decisions
  for each row execute function refuse_change_of_archive();
create trigger claim_decisions_are_never_emptied before truncate on claim_decisions
  for each statement execute function refuse_change_of_archive();

-- Decisions are about the words of a claim, so these never change.
create function refuse_change_of_claim() returns trigger language plpgsql as $$
begin
  raise exception 'the words of a claim never change';
end
$$;
create trigger words_of_claims_are_never_changed before update of identity, figure, sentence, found_at on claims
  for each row execute function refuse_change_of_claim();

-- The entries of the archive whose pages were searched for claims.
create table claim_scans (
  position integer not null references archive_entries (position),
  -- The version of the rules (app/compliance/claims/find-claims.ts).
  finder_version integer not null,
  scanned_at timestamptz(3) not null default now(),
  primary key (position, finder_version)
);

-- When each version of a regulatory document was filed, posted and delivered. A later row about a version replaces an earlier one.
create table regulatory_filings (
  id integer generated always as identity primary key,
  document text not null check (document in ('form-crs', 'form-adv-part-2a', 'form-adv-part-2b', 'privacy-policy')),
  version_on date not null,
  -- When the version before became materially inaccurate.
  inaccurate_on date,
  filed_on date,
  posted_on date,
  delivered_on date,
  note text check (char_length(note) between 1 and 4000),
  entered_at timestamptz(3) not null,
  entered_by text not null
);
create index regulatory_filings_by_version on regulatory_filings (document, version_on desc, id desc);
create trigger regulatory_filings_are_never_changed before update or delete on regulatory_filings
  for each row execute function refuse_change_of_archive();

-- While a hold has no release, the program deletes no data of leads by itself.
create table legal_holds (
  id integer generated always as identity primary key,
  reason text not null check (char_length(reason) between 1 and 4000),
  placed_at timestamptz(3) not null,
  placed_by text not null
);
create trigger legal_holds_are_never_changed before update or delete on legal_holds
  for each row execute function refuse_change_of_archive();
create table legal_hold_releases (
  hold_id integer primary key references legal_holds (id),
  reason text not null check (char_length(reason) between 1 and 4000),
  released_at timestamptz(3) not null,
  released_by text not null
);
create trigger legal_hold_releases_are_never_changed before update or delete on legal_hold_releases
  for each row execute function refuse_change_of_archive();

-- Testimonials and promoters (17 CFR 275.206(4)-1(b)). A correction is another row.
create table promoter_records (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('testimonial', 'promoter')),
  name text not null check (char_length(name) between 1 and 200),
  agreed_on date,
  compensation text not null check (char_length(compensation) between 1 and 200),
  disclosed_on date,
  evidence_url text check (evidence_url ~* '^https?://' and char_length(evidence_url) <= 2000),
  note text check (char_length(note) between 1 and 4000),
  entered_at timestamptz(3) not null,
  entered_by text not null
);
create trigger promoter_records_are_never_changed before update or delete on promoter_records
  for each row execute function refuse_change_of_archive();

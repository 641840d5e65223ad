-- migration: safe, because the table of the decisions is small, and the new rule accepts all that the old one accepted
-- Files that show what a claim of the site says, kept with the record. Only files of a few types are stored, whose content was checked.
create table claim_evidence_files (
  -- SHA-256 of the bytes, in hexadecimal.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg', 'text/plain', 'text/csv')),
  bytes bytea not null check (octet_length(bytes) between 1 and 5000000),
  uploaded_at timestamptz(3) not null,
  uploaded_by text not null
);
create trigger claim_evidence_files_are_never_changed before update or delete on claim_evidence_files
  for each row execute function refuse_change_of_archive();
create trigger claim_evidence_files_are_never_emptied before truncate on claim_evidence_files
  for each statement execute function refuse_change_of_archive();

alter table claim_decisions add column evidence_file text references claim_evidence_files (hash);
alter table claim_decisions drop constraint claim_decisions_check;
alter table claim_decisions add constraint claim_decisions_evidence check (
  case decision
    when 'bound' then coalesce(evidence_url, evidence_note, evidence_file) is not null and as_of is not null
      and expires_on is not null and expires_on >= as_of and reason is null
    else reason is not null and coalesce(evidence_url, evidence_note, evidence_file) is null and as_of is null
      and expires_on is null
  end
);

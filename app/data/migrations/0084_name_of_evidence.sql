-- The name of a file of evidence when it was first uploaded. Files of earlier versions have none.
alter table claim_evidence_files add column name text check (char_length(name) between 1 and 100);

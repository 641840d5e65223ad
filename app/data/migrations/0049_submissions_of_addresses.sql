-- The quarantined submissions of an address and of a lead, for the page, the export and the erasure of a person. Strangers can add thousands
-- of them with long texts, which a scan of the table would read.
create index quarantined_submissions_by_address on quarantined_submissions ((input ->> 'email'));
create index quarantined_submissions_by_lead on quarantined_submissions (lead_id) where lead_id is not null;

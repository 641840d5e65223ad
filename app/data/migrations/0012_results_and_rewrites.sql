-- The form token with which an assessment was sent. Sent again with the same token, it is answered with its result's private
-- address; the same content from another form is not.
alter table pre_loi_assessments
  -- Digest of the token's id; null where none of ours came with it, and in rows of earlier releases.
  add column form_token text;

-- When the files of the database were rewritten after erasures, so that nothing of an erased person stays in their free space.
create table erased_data_rewrites (
  -- How many erasures the audit log had by then.
  erasures integer primary key check (erasures > 0),
  -- Until then the process that rewrites has it for itself; one that was ended loses it by time.
  claimed_until timestamptz(3) not null,
  done_at timestamptz(3)
);

-- The form token with which an assessment was sent. Sent again with the same token, it is answered with its result's private
-- address; the same content from another form is not.
alter table pre_loi_assessments
  -- Digest of the token's id; null where none of ours came with it, and in rows of earlier releases.
  add column form_token text;

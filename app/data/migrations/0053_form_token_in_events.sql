-- A receiver can then leave out scores that a stranger invented: anyone can send an assessment with another person's address.
create or replace function queue_assessment_submitted() returns trigger language plpgsql set search_path from current as $$
declare
  person uuid;
begin
  if not wants_event('assessment.submitted') then return null; end if;
  person := person_of_address(new.email);
  perform queue_deliveries('assessment.submitted', new.email, person, jsonb_build_object(
    'personId', person,
    'assessmentId', new.id,
    'score', new.score,
    'scoreLevel', new.score_level,
    'hasFormToken', new.form_token is not null,
    'submittedAt', iso_time(new.created_at)
  ));
  return null;
end $$;

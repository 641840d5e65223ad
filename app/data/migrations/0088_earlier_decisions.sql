-- migration: safe, because the trigger only writes a column that the previous release does not use
-- Decisions about a change that a later decision or a new build replaced, oldest first.
alter table content_changes add column earlier_decisions jsonb not null default '[]';

create function keep_earlier_decision() returns trigger
language plpgsql set search_path from current as $$
begin
  if old.decided_at is not null and (new.decided_at, new.decided_by, new.decision_reason)
    is distinct from (old.decided_at, old.decided_by, old.decision_reason) then
    new.earlier_decisions = old.earlier_decisions || jsonb_build_array(jsonb_build_object(
      'at', old.decided_at, 'by', old.decided_by, 'reason', old.decision_reason));
  end if;
  return new;
end $$;

create trigger content_changes_keep_decisions before update on content_changes
  for each row execute function keep_earlier_decision();

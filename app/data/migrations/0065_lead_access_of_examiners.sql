-- Whether an examiner may view leads. Existing examiners get no access either: an owner decides about each of them.
alter table staff_users add column may_view_leads boolean not null default false;

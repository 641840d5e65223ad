-- Staff can move people on a waiting list. Null: the person's number decides. The number itself stays, because the person was told it.
alter table linkedin_live_signups add column waiting_order integer;

create index linkedin_live_signups_by_order on linkedin_live_signups (event_id, state, coalesce(waiting_order, place_number));

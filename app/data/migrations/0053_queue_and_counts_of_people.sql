-- The people to follow up, in the order of the queue (app/people/queue/load-queue.server.ts). With all columns that determine the group of
-- a person, so that counting the groups reads only the index.
create index people_queue on people (
  (has_form_token or status <> 'new' or next_step is not null or revision > 1) desc,
  score desc nulls last, next_step_on, latest_form_at desc, id
) include (has_form_token, status, owner_id, next_step, revision, contacted_at)
where status in ('new', 'contacted', 'booked') and (traffic_class is distinct from 'machine' or revision > 1);

-- For the number of all people, with or without automated senders.
create index people_traffic on people (traffic_class);

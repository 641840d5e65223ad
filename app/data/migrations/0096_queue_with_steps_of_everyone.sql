-- migration: concurrent
-- migration: safe, because the queue of the previous release reads the new index, whose condition its own one implies
-- People of every status have next steps, and a client or a person who is not a fit can send another form
-- (app/people/queue/load-queue.server.ts).
create index concurrently if not exists people_to_follow_up on people (
  (has_form_token or status <> 'new' or next_step is not null or revision > 1) desc,
  score desc nulls last, next_step_on, latest_form_at desc, id
) include (has_form_token, status, owner_id, next_step, revision, contacted_at, updated_at)
where (status in ('new', 'contacted', 'booked') or next_step_on is not null or latest_form_at > updated_at)
  and (traffic_class is distinct from 'machine' or revision > 1);
drop index concurrently if exists people_queue;

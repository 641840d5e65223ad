-- /readyz inserts a row here and rolls it back, so the table is always empty.
create table readiness_probes (
  -- Not compressed, so that each probe needs a page of its own and notices a full disk.
  filler text storage plain not null
);

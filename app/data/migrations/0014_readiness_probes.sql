-- /readyz inserts a row here and rolls it back, so the table is always empty.
create table readiness_probes (
  filler text not null
);

-- Not compressed, so that each row needs a page of its own and a full disk shows.
alter table readiness_probes alter column filler set storage plain;

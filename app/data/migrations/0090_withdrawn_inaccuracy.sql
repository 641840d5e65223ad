-- Whether an entry says that the version before was not materially inaccurate, so that a day in an earlier entry no longer counts.
alter table regulatory_filings add column withdraws_inaccuracy boolean not null default false
  check (not (withdraws_inaccuracy and inaccurate_on is not null));

-- Whether an entry says that the day of filing, posting or delivery in an earlier entry was wrong, so that it no longer counts.
alter table regulatory_filings
  add column withdraws_filing boolean not null default false
    check (not (withdraws_filing and filed_on is not null)),
  add column withdraws_posting boolean not null default false
    check (not (withdraws_posting and posted_on is not null)),
  add column withdraws_delivery boolean not null default false
    check (not (withdraws_delivery and delivered_on is not null));

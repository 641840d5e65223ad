-- When the sender of a quarantined submission confirmed the mailbox, if only staff can accept it.
alter table quarantined_submissions add column mailbox_confirmed_at timestamptz(3);

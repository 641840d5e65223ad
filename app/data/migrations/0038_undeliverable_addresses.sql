-- Addresses that mail servers have rejected permanently. Staff remove a row when the address works again.
create table undeliverable_addresses (
  -- In lower case, as the forms store it.
  email text primary key,
  since timestamptz(3) not null default now(),
  -- The enhanced status code (RFC 3463), such as 5.1.1.
  status text not null,
  -- What the mail server said.
  reply text not null
);
create index undeliverable_addresses_by_time on undeliverable_addresses (since);

-- When a mail server reported that it could not deliver an email that it had accepted.
alter table letters add column returned_at timestamptz(3);

-- The state of reading the mailbox that receives such reports, one row per mailbox. A server that reads it holds a lease.
create table bounce_mailboxes (
  -- A digest of the host, the user name and the folder.
  mailbox text primary key,
  claim uuid,
  claimed_until timestamptz(3),
  next_read_at timestamptz(3) not null default now(),
  -- Identifies the numbering of the messages (RFC 3501, UIDVALIDITY). Null before the first read.
  uid_validity text,
  last_uid bigint not null default 0,
  last_read_at timestamptz(3),
  -- Consecutive failures, and the reason of the last one.
  failures integer not null default 0,
  last_error text,
  -- Numbers of reports: applied, not from an email of ours, and impossible to read.
  applied bigint not null default 0,
  ignored bigint not null default 0,
  unreadable bigint not null default 0,
  check ((claim is null) = (claimed_until is null))
);

-- Whether the password has the 12 characters that an account with a role needs. A hash does not tell; it is recorded when the password
-- is set or typed at sign-in. Null: not known yet.
alter table staff_accounts add column has_long_password boolean;

-- Which roles must have a second factor. A role without a row follows the program's default.
create table staff_second_factor_rules (
  role text primary key check (role in ('owner', 'staff', 'examiner')),
  is_required boolean not null,
  updated_at timestamptz(3) not null default now()
);

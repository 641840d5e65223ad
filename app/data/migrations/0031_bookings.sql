-- Appointments that the scheduler reports. The reference is part of the booking link of a form's result, so that a booking finds its form.
-- It opens nothing, so it is not a secret. Rows of the previous version get one from the default.
alter table pre_loi_assessments add column booking_reference uuid not null default gen_random_uuid();
alter table linkedin_live_signups add column booking_reference uuid not null default gen_random_uuid();
create unique index pre_loi_assessments_by_booking_reference on pre_loi_assessments (booking_reference);
create unique index linkedin_live_signups_by_booking_reference on linkedin_live_signups (booking_reference);

create table bookings (
  -- The scheduler's.
  uid text primary key,
  state text not null check (state in ('booked', 'rescheduled', 'canceled')),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- As the scheduler reported them; null if it did not.
  attendee_email text,
  reference text,
  -- An address of the person; null while the booking has no person. Merged records share their addresses, so a merge moves bookings too.
  -- The cascade also covers erasures by servers of the previous version.
  person_email text references person_addresses (email) on delete cascade,
  -- When the scheduler made the latest report that was applied, and when the first one was received.
  reported_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- When the booking was rescheduled or canceled.
  closed_at timestamptz(3),
  -- When staff dismissed a booking without a person.
  dismissed_at timestamptz(3)
);
create index bookings_by_person on bookings (person_email);
create index bookings_by_attendee on bookings (attendee_email);
create index bookings_without_person on bookings (received_at) where person_email is null;

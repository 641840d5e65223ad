-- Consent that a person gives on the preference page, or that staff record, belongs to an email address and not to a form.
-- Programs of the previous release neither read nor write such rows.
alter table consent_receipts
  alter column lead_id drop not null,
  alter column form drop not null,
  add column email text,
  -- The email address of the member of staff, or 'shell' for the command line.
  add column recorded_by text,
  drop constraint consent_receipts_basis_check,
  drop constraint consent_receipts_nothing_is_agreed_to_unasked,
  drop constraint consent_receipts_boxes_have_words,
  add constraint consent_receipts_basis_check
    check (basis in ('boxes-shown', 'none-given', 'preference-page', 'staff')),
  add constraint consent_receipts_none_given_grants_nothing
    check (basis <> 'none-given' or not (by_email or by_phone)),
  add constraint consent_receipts_displayed_boxes_have_a_wording
    check ((basis in ('boxes-shown', 'preference-page')) = (wording_version is not null)),
  add constraint consent_receipts_belong_to_a_form_or_an_address
    check (
      case when basis in ('boxes-shown', 'none-given')
        then lead_id is not null and form is not null and email is null
        else lead_id is null and form is null and email is not null
      end
    ),
  add constraint consent_receipts_staff_are_named check ((basis = 'staff') = (recorded_by is not null));

create index consent_receipts_by_email on consent_receipts (email) where email is not null;

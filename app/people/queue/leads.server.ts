import { sql } from "kysely";

/**
 * The people with a form, each with the time from which the answer counts (`lead_at`): that of the first form. Someone whom staff added has an
 * older record, so the latest form counts instead. The person is omitted if it came after the first contact.
 */
export const leads = sql`(
  select people.*, created_at as lead_at from people
  where added_at is distinct from created_at and latest_form <> 'staff'
  union all
  select people.*, latest_form_at from people
  where added_at = created_at and latest_form <> 'staff' and (contacted_at is null or contacted_at >= latest_form_at)
)`;

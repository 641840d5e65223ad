import type { Staff } from "#app/identity/accounts/staff.ts";
import { findEmail, type StoredEmail } from "#app/email/outbox/retry-emails.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";

/** Finds an email that this person may read. Only people who manage the team can find account emails. */
export async function findReadableEmail(
  db: Parameters<typeof findEmail>[0],
  staff: Staff,
  id: string,
): Promise<StoredEmail | undefined> {
  // PostgreSQL rejects other values with an error.
  const email = isUuid(id) ? await findEmail(db, id) : undefined;
  return email === undefined || hiddenKindsFor(staff).includes(email.kind) ? undefined : email;
}

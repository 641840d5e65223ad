import type { Staff } from "#app/identity/accounts/staff.ts";
import { findEmail, type StoredEmail } from "#app/email/outbox/retry-emails.server.ts";
import { isUuid } from "#app/platform/uuid.ts";
import { hiddenKindsFor } from "./email-view.ts";

/** The letter with an id, as far as this person may read it: to others one about an account is as if there were none. */
export async function findReadableEmail(
  db: Parameters<typeof findEmail>[0],
  staff: Staff,
  id: string,
): Promise<StoredEmail | undefined> {
  // PostgreSQL would stumble over anything else.
  const letter = isUuid(id) ? await findEmail(db, id) : undefined;
  return letter === undefined || hiddenKindsFor(staff).includes(letter.kind) ? undefined : letter;
}

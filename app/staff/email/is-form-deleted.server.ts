import type { StoredEmail } from "#app/email/outbox/retry-emails.server.ts";
import { findQuarantined } from "#app/intake/quarantine/quarantine.server.ts";

/** Whether an email asked to confirm a form that was deleted since. Such an email may have lost its text and cannot be rendered again. */
export async function isFormDeleted(
  db: Parameters<typeof findQuarantined>[0],
  { kind, about }: Pick<StoredEmail, "kind" | "about">,
): Promise<boolean> {
  if (kind !== "confirm-submission" || about === null) return false;
  return (await findQuarantined(db, about)) === undefined;
}

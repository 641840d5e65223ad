import { sql, type Transaction } from "kysely";
import { formatAuditEventReference } from "#app/identity/account-changes/audit-event-reference.ts";
import type { Database } from "#app/data/schema/database.ts";
import { insertEmails } from "#app/email/outbox/outbox.server.ts";

/**
 * Queues an email to every owner but the new one: someone was invited as an owner or became one. It also goes to the owner who did it,
 * because a thief with that owner's password could have done it.
 * @param auditEventId the entry of the audit log that the email describes
 */
export async function notifyOwners(
  trx: Transaction<Database>,
  { auditEventId, newOwnerEmail }: { auditEventId: number; newOwnerEmail: string },
): Promise<void> {
  const about = formatAuditEventReference(auditEventId);
  await insertEmails(
    sql`select 'account-new-owner', owner.email, ${about}::uuid, null, null::timestamptz from staff_users as owner
      where owner.role = 'owner' and owner.email_verified and owner.email <> ${newOwnerEmail}`,
  ).execute(trx);
}

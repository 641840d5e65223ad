import type { Transaction } from "kysely";
import { type Actor, actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { AccountChange } from "./account-changes.ts";
import { formatAuditEventReference } from "./audit-event-reference.ts";

/**
 * Records a change of sign-in credentials and notifies the account's email address, in the transaction of the change, so that no change goes
 * unnoticed.
 */
export async function recordAccountChange(
  trx: Transaction<Database>,
  { outbox }: { outbox: Pick<Outbox, "put"> },
  input: {
    accountId: string;
    email: string;
    change: AccountChange;
    /** Defaults to the account itself. */
    actor?: Actor;
    /** Such as “Chrome on macOS”, for the email. */
    browser?: string | undefined;
    clientAddress?: string | undefined;
    details?: Readonly<Record<string, string | number | boolean>>;
  },
): Promise<void> {
  const { accountId, email, change, browser, clientAddress } = input;
  const id = await recordAudit(trx, {
    action: change,
    actor: input.actor ?? actorOf({ id: accountId, email }),
    subject: `account:${accountId}`,
    details: { ...input.details, ...(browser === undefined ? {} : { browser }) },
    clientAddress,
  });
  await outbox.put(trx, { kind: "account-changed", recipient: email, about: formatAuditEventReference(id) });
}

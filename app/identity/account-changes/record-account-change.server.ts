import type { Transaction } from "kysely";
import { type Actor, actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { AccountChange } from "./account-changes.ts";
import { aboutAuditEvent } from "./audit-event-reference.ts";

/**
 * Tells of a change of how somebody gets in, in its transaction: the audit log, and by a letter the account's own address, so that
 * nobody changes it unseen.
 */
export async function recordAccountChange(
  trx: Transaction<Database>,
  { outbox }: { outbox: Pick<Outbox, "put"> },
  input: {
    accountId: string;
    email: string;
    change: AccountChange;
    /** Who did it, where it was not the account itself. */
    actor?: Actor;
    /** In words: “Chrome on macOS”. The letter names it. */
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
  await outbox.put(trx, { kind: "account-changed", recipient: email, about: aboutAuditEvent(id) });
}

import type { Transaction } from "kysely";
import { type Actor, actorOf } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { AccountChange } from "./account-changes.ts";
import { recordAccountChange } from "./record-account-change.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";

/** The account of the person who makes the request. */
export type OwnAccount = Pick<Staff, "id" | "email"> & {
  /** The client address, for the audit log. */
  clientAddress?: string;
  /** Such as “Chrome on macOS”, for the email about a change. */
  browser?: string;
};

/** The actor and address for the audit log. */
export function getAuditContext({ clientAddress, ...staff }: OwnAccount): {
  actor: Actor;
  clientAddress?: string;
} {
  return { actor: actorOf(staff), ...(clientAddress === undefined ? {} : { clientAddress }) };
}

/** Records that a person changed their own credentials and notifies the account's email address, in the transaction of the change. */
export async function recordOwnChange(
  trx: Transaction<Database>,
  outbox: Pick<Outbox, "put">,
  { id, ...account }: OwnAccount,
  change: AccountChange,
): Promise<void> {
  await recordAccountChange(trx, { outbox }, { accountId: id, ...account, change });
}

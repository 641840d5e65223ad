import type { Transaction } from "kysely";
import { type Actor, actorOf } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { AccountChange } from "./account-changes.ts";
import { recordAccountChange } from "./record-account-change.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";

/** Somebody who looks at, or changes, how they themselves get in. */
export type OwnAccount = Pick<Staff, "id" | "email"> & {
  /** The address that the server found for the request; for the audit log. */
  clientAddress?: string;
  /** What the request was made with, e.g. "Chrome on macOS"; for the letter that tells of a change. */
  browser?: string;
};

/** Who did it, and from where, as the audit log has it. */
export function doneBy({ clientAddress, ...staff }: OwnAccount): { actor: Actor; clientAddress?: string } {
  return { actor: actorOf(staff), ...(clientAddress === undefined ? {} : { clientAddress }) };
}

/** Notes a change of how somebody gets in, in its transaction: in the audit log, and in a letter to the account's own address. */
export async function recordOwnChange(
  trx: Transaction<Database>,
  outbox: Pick<Outbox, "put">,
  { id, ...account }: OwnAccount,
  change: AccountChange,
): Promise<void> {
  await recordAccountChange(trx, { outbox }, { accountId: id, ...account, change });
}

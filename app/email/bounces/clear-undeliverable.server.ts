import type { Kysely } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { removeUndeliverable } from "./undeliverable-addresses.server.ts";

type Deps = {
  db: Kysely<Database>;
  persons: PersonKeys;
  actor: Actor;
  clientAddress?: string | undefined;
};

/**
 * Sends email to an address again, because staff know that it works. Emails that were withheld stay as they are; staff can send each again.
 * @returns false if the address was not marked
 */
export async function clearUndeliverable(
  { db, persons, actor, clientAddress }: Deps,
  email: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const removed = await removeUndeliverable(trx, email);
    if (removed === undefined) return false;
    const { since, status } = removed;
    await recordAudit(trx, {
      action: "address-deliverable",
      actor,
      subject: persons.subjectOf(email),
      details: { since: since.toISOString(), smtpStatus: status },
      clientAddress,
    });
    return true;
  });
}

import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";

/**
 * All addresses of the person with an address, in alphabetical order. Only the address itself if there is no record, for example because all
 * forms are quarantined.
 */
export async function listAddresses(db: Kysely<Database>, email: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from addresses_of_person(${email}) as address order by address`.execute(db);
  return rows.map(({ address }) => address);
}

/**
 * Locks all addresses of the person with an address, like `lockAddress`, until the transaction ends.
 * @returns the addresses, in alphabetical order
 */
export async function lockPerson(trx: Transaction<Database>, email: string): Promise<string[]> {
  return lockAddresses(trx, () => listAddresses(trx, email));
}

/**
 * Locks addresses in alphabetical order, which prevents deadlocks. Then it reads them again, because a merge may have changed them during
 * the wait. A merge locks all addresses of both people, so the locked addresses stay the same.
 */
export async function lockAddresses(
  trx: Transaction<Database>,
  list: () => Promise<string[]>,
): Promise<string[]> {
  const locked = new Set<string>();
  for (;;) {
    const emails = (await list()).toSorted();
    const unlocked = emails.filter((email) => !locked.has(email));
    if (unlocked.length === 0) return emails;
    for (const email of unlocked) {
      await lockAddress(trx, email);
      locked.add(email);
    }
  }
}

import type { Kysely } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { hasPersonData, type PersonExport, preparePersonExport } from "./export-person.server.ts";

type Deps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys; actor: Actor };

/**
 * Prepares the export of all data of a person for that person, and records it in the audit log.
 * @param email any address of the person, in lower case, without spaces around it
 * @returns undefined without any data, because an empty export of a mistyped address would be misleading
 */
export async function recordPersonExport(
  { db, clock, persons, actor }: Deps,
  email: string,
  { hiddenKinds, clientAddress }: { hiddenKinds: readonly string[]; clientAddress?: string },
): Promise<PersonExport | undefined> {
  const person = await preparePersonExport({ db, clock }, email, { hiddenKinds });
  if (!hasPersonData(person)) return undefined;
  const { addresses, counts } = person;
  for (const address of addresses) {
    await recordAudit(db, {
      action: "person-exported",
      actor,
      subject: persons.subjectOf(address),
      details: { ...counts, addresses: addresses.length },
      clientAddress,
    });
  }
  return person;
}

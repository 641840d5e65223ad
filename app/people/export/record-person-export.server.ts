import type { Kysely } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import {
  exportPerson,
  hasPersonData,
  type PersonExport,
  type PersonExportOptions,
} from "./export-person.server.ts";

type Deps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys; actor: Actor };

/**
 * Exports all data of a person for that person, after recording the export in the audit log.
 * @param email any address of the person, in lower case, without spaces around it
 * @returns undefined without any data, because an empty export of a mistyped address would be misleading
 */
export async function recordPersonExport(
  { db, clock, persons, actor }: Deps,
  email: string,
  { hiddenKinds, clientAddress }: Pick<PersonExportOptions, "hiddenKinds"> & { clientAddress?: string },
): Promise<PersonExport | undefined> {
  const person = await exportPerson({ db, clock }, email, { hiddenKinds });
  if (!hasPersonData(person)) return undefined;
  for (const address of person.addresses) {
    await recordAudit(db, {
      action: "person-exported",
      actor,
      subject: persons.subjectOf(address.email),
      details: countsOf(person),
      clientAddress,
    });
  }
  return person;
}

/** The number of records of each kind. */
function countsOf(person: PersonExport): Record<string, number> {
  const lists = Object.entries(person).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.length] as const] : [],
  );
  return Object.fromEntries(lists);
}

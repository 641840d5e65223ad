import type { Kysely } from "kysely";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { type PersonView, recordPersonView } from "#app/audit/record-once.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { listAddresses } from "./addresses-of-person.server.ts";

/** Who viewed a person, and from where. */
export type Viewer = Pick<PersonView, "actor" | "sessionId" | "clientAddress">;

/**
 * Adds `person-viewed` to the audit log for each address of a person, once in 15 minutes per session. Every response that contains data of one
 * person calls it first, also a refusal and one that only tells whether an address is known.
 */
export async function recordViewOfPerson(
  { db, persons }: { db: Kysely<Database>; persons: PersonKeys },
  email: string,
  viewer: Viewer,
): Promise<void> {
  for (const address of await listAddresses(db, email)) {
    await recordPersonView(db, { ...viewer, subject: persons.subjectOf(address) });
  }
}

import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * The record of the person with an email address, without the forms.
 * @returns undefined if the person has sent no form, for example because all are quarantined
 */
export async function findPersonRecord(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("people")
    .innerJoin("personAddresses as address", "address.personId", "people.id")
    .select([
      "people.id",
      "name",
      "company",
      "phone",
      "status",
      "ownerId",
      "nextStep",
      "nextStepOn",
      "revision",
    ])
    .where("address.email", "=", email)
    .executeTakeFirst();
}

export type PersonRecord = NonNullable<Awaited<ReturnType<typeof findPersonRecord>>>;

/** The notes and outcomes about a person. */
export function notesAboutPerson(db: Kysely<Database>, email: string) {
  const query = db
    .selectFrom("personNotes as note")
    .innerJoin("personAddresses as address", "address.personId", "note.personId")
    .select(["note.id", "note.at", "note.authorEmail", "note.outcome", "note.body", "note.changes"])
    .where("address.email", "=", email);
  return { query, time: "at" } as const;
}

import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outcome } from "#app/data/schema/people.ts";

/**
 * The record of the person with an email address, without the forms.
 * @returns undefined if the person has no record, for example because all forms are quarantined
 */
export async function findPersonRecord(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("people")
    .innerJoin("personAddresses as address", "address.personId", "people.id")
    .select([
      "people.id",
      "name",
      "people.email",
      "company",
      "phone",
      "contactEmail",
      "contactPhone",
      "contactPhoneAt",
      "addedAt",
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

/** The outcome of an entry of `person_notes`; null for a note or a change. */
export const storedOutcome = sql<Outcome | null>`case when emailed then 'emailed' else outcome end`;

/** The notes and outcomes about a person. */
export function notesAboutPerson(db: Kysely<Database>, email: string) {
  const query = db
    .selectFrom("personNotes as note")
    .innerJoin("personAddresses as address", "address.personId", "note.personId")
    .select(["note.id", "note.at", "note.authorEmail", "note.body", "note.changes"])
    .select(storedOutcome.as("outcome"))
    .where("address.email", "=", email);
  return { query, time: "at" } as const;
}

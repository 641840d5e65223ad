import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * Deletes the record of a person, with its addresses, its notes, and what is stored to undo its merges.
 * @param emails all addresses of the person
 * @returns the number of deleted rows by table
 */
export async function erasePersonRecord(
  trx: Transaction<Database>,
  emails: readonly string[],
): Promise<{ people: number; person_notes: number }> {
  const addresses = await trx
    .deleteFrom("personAddresses")
    .where("email", "in", [...emails])
    .returning("personId")
    .execute();
  if (addresses.length === 0) return { people: 0, person_notes: 0 };
  const ids = addresses.map(({ personId }) => personId);
  const notes = await trx.deleteFrom("personNotes").where("personId", "in", ids).executeTakeFirst();
  const people = await trx.deleteFrom("people").where("id", "in", ids).executeTakeFirst();
  return { people: Number(people.numDeletedRows), person_notes: Number(notes.numDeletedRows) };
}

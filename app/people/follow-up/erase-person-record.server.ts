import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * Deletes an address from its person's record, and the record with its notes if it has no other address.
 * @returns the number of deleted rows by table
 */
export async function erasePersonRecord(
  trx: Transaction<Database>,
  email: string,
): Promise<{ people: number; person_notes: number }> {
  const address = await trx
    .deleteFrom("personAddresses")
    .where("email", "=", email)
    .returning("personId")
    .executeTakeFirst();
  if (address === undefined) return { people: 0, person_notes: 0 };
  const { personId } = address;
  const other = await trx
    .selectFrom("personAddresses")
    .select("email")
    .where("personId", "=", personId)
    .executeTakeFirst();
  if (other !== undefined) return { people: 0, person_notes: 0 };
  const notes = await trx.deleteFrom("personNotes").where("personId", "=", personId).executeTakeFirst();
  const people = await trx.deleteFrom("people").where("id", "=", personId).executeTakeFirst();
  return { people: Number(people.numDeletedRows), person_notes: Number(notes.numDeletedRows) };
}

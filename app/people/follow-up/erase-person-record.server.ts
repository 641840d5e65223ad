import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** The numbers of rows by table. */
export type RecordRows = { people: number; person_notes: number; bookings: number };

/**
 * Counts the record of a person with its notes and bookings. The deletion of the last form deletes them too, so an erasure counts them before.
 * @param emails all addresses of the person
 */
export async function countPersonRecord(
  trx: Transaction<Database>,
  emails: readonly string[],
): Promise<RecordRows> {
  const addresses = sql`${[...emails]}::text[]`;
  const { rows } = await sql<{ people: number; notes: number; bookings: number }>`
    with record as (select distinct person_id from person_addresses where email = any(${addresses}))
    select (select count(*) from record) as people,
      (select count(*) from person_notes where person_id in (select person_id from record)) as notes,
      (select count(*) from bookings where person_email = any(${addresses}) or attendee_email = any(${addresses})) as bookings`.execute(
    trx,
  );
  const { people = 0, notes = 0, bookings = 0 } = rows[0] ?? {};
  return { people, person_notes: notes, bookings };
}

/**
 * Deletes the record of a person, with its addresses, its notes, its bookings, and what is stored to undo its merges.
 * @param emails all addresses of the person
 */
export async function erasePersonRecord(
  trx: Transaction<Database>,
  emails: readonly string[],
): Promise<void> {
  const named = [...emails];
  await trx
    .deleteFrom("bookings")
    .where((eb) => eb.or([eb("personEmail", "in", named), eb("attendeeEmail", "in", named)]))
    .execute();
  const addresses = await trx
    .deleteFrom("personAddresses")
    .where("email", "in", named)
    .returning("personId")
    .execute();
  if (addresses.length === 0) return;
  const ids = addresses.map(({ personId }) => personId);
  await trx.deleteFrom("personNotes").where("personId", "in", ids).execute();
  await trx.deleteFrom("people").where("id", "in", ids).execute();
}

import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** The contacts of a person in Wealthbox, oldest first, for the copy of the person's data. */
export async function listContactsOfPerson(db: Kysely<Database>, personId: string) {
  return db
    .selectFrom("wealthboxContacts")
    .select(["contactId", "createdAt", "tags", "taskName", "taskDueOn"])
    .where("personId", "=", personId)
    .orderBy("createdAt")
    .orderBy("contactId")
    .execute();
}

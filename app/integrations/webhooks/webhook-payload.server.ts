import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";

/** An event as it is sent. */
type Event = { event: string; personId: string | null; data: Json; occurredAt: Date };

/** The body in the format of Standard Webhooks. Contact details are added only if the owner of the destination chose them. */
export async function composePayload(
  db: Kysely<Database>,
  { event, personId, data, occurredAt }: Event,
  { includesContact }: { includesContact: boolean },
): Promise<string> {
  const contact = includesContact && personId !== null ? await findContact(db, personId) : undefined;
  return JSON.stringify({
    type: event,
    timestamp: occurredAt.toISOString(),
    data: { ...data, ...(contact === undefined ? {} : { contact }) },
  });
}

/** The current contact details of a person, with the next step and the colleague who follows up. */
async function findContact(db: Kysely<Database>, personId: string) {
  return db
    .selectFrom("people")
    .leftJoin("staffUsers as owner", "owner.id", "people.ownerId")
    .select(["people.name", "people.email", "phone", "company", "nextStep", "owner.email as ownerEmail"])
    .where("people.id", "=", personId)
    .executeTakeFirst();
}

import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { ClaimedDelivery } from "#app/integrations/deliveries/claim-deliveries.server.ts";
import type { PersonToSend } from "./load-person.server.ts";
import type { Progress, SyncMemory } from "./sync-person.server.ts";

/** Stores what a delivery has done. */
export function createMemory(
  db: Kysely<Database>,
  { id, destinationId }: Pick<ClaimedDelivery, "id" | "destinationId">,
  person: PersonToSend,
): SyncMemory {
  return {
    async saveContact({ contactId, tags }) {
      return db.transaction().execute(async (trx) => {
        const { stored } = person;
        // The search has found or created another contact, because the stored one was deleted there.
        if (stored !== undefined && stored.contactId !== contactId) {
          await trx.deleteFrom("wealthboxContacts").where("contactId", "=", stored.contactId).execute();
        }
        // The person may be erased meanwhile. The lock makes the erasure wait for this transaction, or this statement for the erasure, after
        // which it stores nothing.
        const { rows } = await sql<{ isNew: boolean }>`
          insert into wealthbox_contacts (contact_id, person_id, recorded_for, tags)
          select ${contactId}::bigint, id, id, ${[...tags]}::text[] from people where id = ${person.id}
          for key share
          on conflict (contact_id) do update set tags = excluded.tags
          where wealthbox_contacts.person_id = excluded.person_id
          returning xmax = 0 as is_new`.execute(trx);
        const [row] = rows;
        if (row === undefined) {
          await queueReviewIfErased(trx, { destinationId, personId: person.id, contactId });
        }
        return { isFirst: row?.isNew === true && stored === undefined, isShared: row === undefined };
      });
    },
    async saveProgress(progress) {
      await saveProgress(db, id, progress);
    },
    async saveTask(contactId, task) {
      await db
        .updateTable("wealthboxContacts")
        .set({ taskId: task?.id ?? null, taskName: task?.name ?? null, taskDueOn: task?.dueOn ?? null })
        .where("contactId", "=", contactId)
        .where("personId", "=", person.id)
        .execute();
    },
  };
}

/** The person was erased while the contact was created, so no trigger has found its id. */
async function queueReviewIfErased(
  trx: Transaction<Database>,
  { destinationId, personId, contactId }: { destinationId: string; personId: string; contactId: number },
): Promise<void> {
  const found = await trx.selectFrom("people").select("id").where("id", "=", personId).executeTakeFirst();
  if (found !== undefined) return;
  await trx
    .insertInto("integrationDeliveries")
    .values({ destinationId, event: "person.erased", data: { personId, contactId } })
    .execute();
}

export async function saveProgress(
  db: Kysely<Database>,
  deliveryId: string,
  progress: Progress,
): Promise<void> {
  await db.updateTable("integrationDeliveries").set({ progress }).where("id", "=", deliveryId).execute();
}

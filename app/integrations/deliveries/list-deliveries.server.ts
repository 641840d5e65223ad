import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { DeliveryState } from "#app/data/schema/integrations.ts";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { practice } from "#content/practice.ts";

const occurredAt = sql.ref<Date>("occurredAt");

/** The log of deliveries. */
export const listDeliveries = defineListQuery({
  table: "integrationDeliveries",
  select: selectDeliveries,
  sorts: {
    newest: { by: [occurredAt], direction: "desc" },
    oldest: { by: [occurredAt], direction: "asc" },
  },
  filters: {
    state: (state: DeliveryState) => sql<boolean>`state = ${state}`,
    event: (event: string) => sql<boolean>`event = ${event}`,
    destination: (id: string) => sql<boolean>`destination_id::text = ${id}`,
  },
  days: { column: occurredAt, timeZone: practice.timeZone },
});

export type ListedDelivery = RowOf<typeof listDeliveries>;
export type DeliveryQuery = QueryOfList<typeof listDeliveries>;

function selectDeliveries(db: Kysely<Database>) {
  return db
    .selectFrom("integrationDeliveries")
    .select(["id", "event", "state", "attempts", "responseCode", "problem", "occurredAt"])
    .select(({ selectFrom }) =>
      selectFrom("integrationDestinations as destination")
        .select("name")
        .whereRef("destination.id", "=", "integrationDeliveries.destinationId")
        .as("destination"),
    );
}

/** @returns undefined if there is no delivery with this id */
export async function findDelivery(db: Kysely<Database>, id: string) {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom("integrationDeliveries as delivery")
    .innerJoin("integrationDestinations as destination", "destination.id", "delivery.destinationId")
    .leftJoin("people", "people.id", "delivery.personId")
    .select([
      "delivery.id",
      "delivery.destinationId",
      "destination.name as destination",
      "destination.kind",
      "destination.includesContact",
      "delivery.event",
      "delivery.data",
      "delivery.occurredAt",
      "delivery.state",
      "delivery.attempts",
      "delivery.nextTryAt",
      "delivery.responseCode",
      "delivery.problem",
      "delivery.settledAt",
      // Leads to the page of the person.
      "people.latestFormId",
      // For the audit log.
      "people.email",
    ])
    .where("delivery.id", "=", id)
    .executeTakeFirst();
}

export async function hasFailedDeliveries(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom("integrationDeliveries")
    .select("id")
    .where("state", "=", "failed")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What was or will be sent about a person. @param personId of the record, null for none */
export function deliveriesOfPerson(db: Kysely<Database>, personId: string | null) {
  const query = db
    .selectFrom("integrationDeliveries as delivery")
    .innerJoin("integrationDestinations as destination", "destination.id", "delivery.destinationId")
    .select([
      "delivery.id",
      "destination.name as destination",
      "delivery.event",
      "delivery.data",
      "destination.includesContact",
      "delivery.occurredAt",
      "delivery.state",
      "delivery.settledAt",
    ])
    .where("delivery.personId", "=", personId);
  return { query, time: "occurredAt" } as const;
}

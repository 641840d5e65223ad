import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** All destinations, the oldest first, with what waits and what has failed in the last seven days. */
export async function listDestinations(db: Kysely<Database>) {
  return selectDestinations(db).orderBy("createdAt").orderBy("id").execute();
}

export type ListedDestination = Awaited<ReturnType<typeof listDestinations>>[number];

export async function findListedDestination(
  db: Kysely<Database>,
  id: string,
): Promise<ListedDestination | undefined> {
  return selectDestinations(db).where("id", "=", id).executeTakeFirst();
}

/** The connection to Wealthbox, with what its owner chose. */
export async function findWealthbox(db: Kysely<Database>) {
  return selectDestinations(db).select("settings").where("kind", "=", "wealthbox").executeTakeFirst();
}

function selectDestinations(db: Kysely<Database>) {
  const deliveries = sql`from integration_deliveries as delivery where delivery.destination_id = integration_destinations.id`;
  return db.selectFrom("integrationDestinations").select([
    "id",
    "kind",
    "name",
    "url",
    "events",
    "includesContact",
    "state",
    "stopReason",
    "revision",
    "createdAt",
    "createdBy",
    sql<Date | null>`case when previous_secret_until > now() then previous_secret_until end`.as(
      "previousSecretUntil",
    ),
    sql<Date | null>`case when not_before > now() then not_before end`.as("notBefore"),
    sql<number>`(select count(*)::int ${deliveries} and delivery.state = 'waiting')`.as("waiting"),
    sql<number>`(select count(*)::int ${deliveries} and delivery.state = 'failed'
        and delivery.settled_at > now() - interval '7 days')`.as("failed"),
    sql<Date | null>`(select max(delivery.settled_at) ${deliveries} and delivery.state = 'delivered')`.as(
      "lastDeliveredAt",
    ),
  ]);
}

/** Names of all destinations by id, for filters. */
export async function listDestinationNames(db: Kysely<Database>): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("integrationDestinations")
    .select(["id", "name"])
    .orderBy("createdAt")
    .execute();
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

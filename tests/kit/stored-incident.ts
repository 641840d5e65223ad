import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Stores an incident with personal data that was discovered on a day, today by default. @returns its id */
export async function storeIncident(
  db: Kysely<Database>,
  discoveredOn = new Date().toISOString().slice(0, 10),
): Promise<number> {
  const { id } = await db
    .insertInto("incidents")
    .values({
      kind: "incident",
      discoveredOn,
      description: "A colleague opened a phishing link.",
      openedAt: new Date(),
      openedBy: "owner@example.com",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

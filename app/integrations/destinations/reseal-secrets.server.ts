import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IntegrationKeys } from "./integration-keys.server.ts";

/** Encrypts the secrets again that were encrypted with a previous secret of the program, so that it can be removed. */
export async function resealSecrets({
  db,
  keys,
}: {
  db: Kysely<Database>;
  keys: IntegrationKeys;
}): Promise<void> {
  const destinations = await db
    .selectFrom("integrationDestinations")
    .select(["id", "sealedSecret", "previousSealedSecret"])
    .execute();
  for (const { id, ...sealed } of destinations) {
    for (const column of ["sealedSecret", "previousSealedSecret"] as const) {
      const value = sealed[column];
      const opened = value === null ? undefined : keys.open(id, value);
      if (opened === undefined || opened.isCurrent) continue;
      await db
        .updateTable("integrationDestinations")
        .set({ [column]: keys.seal(id, opened.text) })
        .where("id", "=", id)
        .where(sql.ref(column), "=", value)
        .execute();
    }
  }
}

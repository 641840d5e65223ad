import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";

/** Counts authenticators that are not yet sealed with the current secret. Their codes would fail if the previous secret were removed. */
export async function countPreviousSeals(
  db: Kysely<Database>,
  keys: Pick<IdentityKeys, "currentSealPrefix">,
): Promise<number> {
  const { count } = await db
    .selectFrom("staffAuthenticators")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("confirmedAt", "is not", null)
    .where(({ not, fn, val, eb }) =>
      not(eb(fn<boolean>("starts_with", ["sealedSecret", val(keys.currentSealPrefix)]), "=", true)),
    )
    .executeTakeFirstOrThrow();
  return count;
}

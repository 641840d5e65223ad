import { type Kysely, sql } from "kysely";
import { countSoFar } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import { type QuarantineBudget, quarantineBudgets } from "./record-attempt.server.ts";
import type { SpamCheckKeys } from "./spam-check-keys.server.ts";

/** The submissions of this hour that count toward each site-wide limit, refused ones included. */
export type QuarantineHealth = Readonly<Record<QuarantineBudget, number>>;

export async function readQuarantineHealth(
  { db, spamCheckKeys }: { db: Kysely<Database>; spamCheckKeys: Pick<SpamCheckKeys, "limitKey"> },
  now: Date,
): Promise<QuarantineHealth> {
  const countOf = (budget: QuarantineBudget) =>
    countSoFar(
      { key: spamCheckKeys.limitKey(budget), windowMinutes: attemptLimits[budget].windowMinutes },
      now,
    );
  const [withToken, withoutToken, honeypots] = quarantineBudgets;
  const { rows } = await sql<QuarantineHealth>`
    select ${countOf(withToken)} as quarantined_with_token,
      ${countOf(withoutToken)} as quarantined_without_token,
      ${countOf(honeypots)} as quarantined_honeypots`.execute(db);
  const [health] = rows;
  if (health === undefined) throw new Error("The query for the quarantine limits returned no row.");
  return health;
}

import { type Kysely, sql } from "kysely";
import { countingOf, takeBackAttempt } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { recordStranger } from "#app/audit/record-once.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { countedAddress } from "#app/platform/client-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type GuessLimit, guessLimits } from "#app/platform/limits.ts";

export type CountingDeps = { db: Kysely<Database>; clock: Clock; keys: Pick<IdentityKeys, "limitKey"> };

/** Something that was tried once more: which limit it falls under, and whom it concerns. */
export type Attempt = { limit: GuessLimit; of: string };

/** `first-refusal`: the first of its stretch of time that is too many; it alone is worth a line in the audit log. */
export type Counted = "within" | "first-refusal" | "refused";

/**
 * Counts attempts in one statement before anything is checked, so that concurrent attempts are counted one by one.
 * @param isCounted false runs the statement without counting, so that its time does not show whether an account exists
 */
export async function countAttempts(
  { db, clock, keys }: CountingDeps,
  attempts: readonly Attempt[],
  isCounted = true,
): Promise<Counted> {
  const named = attempts.map((attempt) => ({ key: keyOf(keys, attempt), ...guessLimits[attempt.limit] }));
  const counting = countingOf(named, clock.now(), sql`${isCounted}::boolean`);
  const { rows } = await sql<{ key: string; count: number }>`${counting}`.execute(db);
  const excess = named.map(({ key, most }) => (rows.find((row) => row.key === key)?.count ?? 0) - most);
  if (excess.every((above) => above <= 0)) return "within";
  return excess.includes(1) ? "first-refusal" : "refused";
}

/** Subtracts counted attempts that the server was too busy to carry out. The clock must return the time at which they were counted. */
export async function takeBackAttempts(
  { db, clock, keys }: CountingDeps,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const attempt of attempts) {
    await takeBackAttempt(db, { key: keyOf(keys, attempt), ...guessLimits[attempt.limit] }, clock.now());
  }
}

function keyOf(keys: CountingDeps["keys"], { limit, of }: Attempt): string {
  return keys.limitKey(limit, isByAddress(limit) ? countedAddress(of) : of);
}

/**
 * Whether something may be tried once more. The first refusal of a stretch of time is told to the audit log, by the address it came from.
 * @param of whom it is counted for, where that is not the address; it is not told
 */
export async function mayTry(
  deps: CountingDeps,
  limit: GuessLimit,
  clientAddress: string | undefined,
  of = clientAddress ?? "",
): Promise<boolean> {
  const counted = await countAttempts(deps, [{ limit, of }]);
  if (counted === "first-refusal") {
    await recordStranger(deps.db, { action: "sign-in-refused", details: { limit }, clientAddress });
  }
  return counted === "within";
}

/** A household has not one address of IPv6 but a whole range. */
function isByAddress(limit: GuessLimit): boolean {
  return limit.endsWith("ByAddress");
}

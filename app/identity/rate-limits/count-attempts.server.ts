import { type Kysely, sql } from "kysely";
import {
  countingInOrder,
  isUsedUp,
  type LimitedAttempt,
  subtractAttempt,
} from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import {
  countedAddress,
  countedAllocation,
  countedNetwork,
} from "#app/platform/http/client-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type AuthenticationLimit, authenticationLimits, sharedLimitFactors } from "#app/platform/limits.ts";

export type CountingDeps = { db: Kysely<Database>; clock: Clock; keys: Pick<IdentityKeys, "limitKey"> };

/** An attempt that counts toward a limit, for an account, address or other key. */
export type Attempt = { limit: AuthenticationLimit; of: string };

/** `first-refusal` is the first refused attempt of a window, the only one that is recorded in the audit log. */
export type Counted = "within" | "first-refusal" | "refused";

/**
 * Counts attempts toward their limits (`authenticationLimits` in `app/platform/limits.ts`) in one statement before anything is checked, so
 * that concurrent attempts are counted one by one. An attempt that a limit refuses does not count toward the limits after it.
 * @param isCounted false runs the statement without counting, so that its time does not show whether an account exists
 */
export async function countAttempts(
  { db, clock, keys }: CountingDeps,
  attempts: readonly Attempt[],
  isCounted = true,
): Promise<Counted> {
  const now = clock.now();
  const named = attempts.flatMap((attempt) => withNetworks(keys, attempt, now));
  const counting = countingInOrder(named, now, sql`${isCounted}::boolean`);
  const { rows } = await sql<{ key: string; count: number }>`${counting}`.execute(db);
  const excess = named.map(({ key, most }) => (rows.find((row) => row.key === key)?.count ?? 0) - most);
  if (excess.every((above) => above <= 0)) return "within";
  return excess.includes(1) ? "first-refusal" : "refused";
}

/**
 * Subtracts counted attempts that were not guesses: the server was too busy to verify them, or the code was correct. The clock must return
 * the time at which they were counted.
 */
export async function refundAttempts(
  { db, clock, keys }: CountingDeps,
  attempts: readonly Attempt[],
): Promise<void> {
  const now = clock.now();
  for (const counted of attempts.flatMap((attempt) => withNetworks(keys, attempt, now))) {
    await subtractAttempt(db, counted, now);
  }
}

/**
 * The limits of an attempt in the order in which they are counted. An IPv6 address is preceded by its networks, so that a sender with many
 * networks cannot add a row for each. An address or a network over its own limit does not use up the limits of the networks that contain
 * it.
 */
function withNetworks(keys: CountingDeps["keys"], { limit, of }: Attempt, now: Date): LimitedAttempt[] {
  const { most, windowMinutes } = authenticationLimits[limit];
  if (limit.endsWith("ByNetwork")) {
    return [{ key: keys.limitKey(limit, countedNetwork(of)), most, windowMinutes }];
  }
  const isByAddress = limit.endsWith("ByAddress");
  const own = { key: keys.limitKey(limit, isByAddress ? countedAddress(of) : of), most, windowMinutes };
  const allocationAddress = isByAddress ? countedAllocation(of) : undefined;
  if (allocationAddress === undefined) return [own];
  const createShared = (name: "allocation" | "network", address: string) => ({
    key: keys.limitKey(limit, name, address),
    most: most * sharedLimitFactors[name],
    windowMinutes,
  });
  const allocation = createShared("allocation", allocationAddress);
  const network = createShared("network", countedNetwork(of));
  return [
    { ...allocation, unless: sql`(${isUsedUp(own, now)} or ${isUsedUp(network, now)})` },
    { ...network, unless: isUsedUp(own, now) },
    own,
  ];
}

/**
 * Counts an attempt and returns whether it is within its limit. The first refusal of a window is recorded in the audit log.
 * @param of the key to count by, which is not recorded; defaults to the client address
 */
export async function allowAttempt(
  deps: CountingDeps,
  limit: AuthenticationLimit,
  clientAddress: string | undefined,
  of = clientAddress ?? "",
): Promise<boolean> {
  const counted = await countAttempts(deps, [{ limit, of }]);
  if (counted === "first-refusal") {
    await recordUnauthenticatedAction(deps.db, {
      action: "sign-in-refused",
      details: { limit },
      clientAddress,
    });
  }
  return counted === "within";
}

import { type RawBuilder, sql } from "kysely";
import {
  type Attempt,
  buildCounting,
  countingAmount,
  countingTotals,
  countSoFar,
  type LimitKey,
} from "#app/data/rate-limits/rate-limits.server.ts";
import {
  countedAddress,
  countedAllocation,
  countedNetwork,
} from "#app/platform/http/client-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { attemptLimits, maxSharesOfSite } from "#app/platform/limits.ts";

/** An entry from a network address, and how much it counts toward the limits. */
type Counted = { from: string; size: number };

/** The limits for the entries of one batch. The statement that stores the entries applies them. */
export type BatchLimit = {
  /** Parts of a `with` clause that count the batch. `allowed (number)` lists the entries within every limit. */
  allowed: RawBuilder<unknown>;
  /**
   * Part of a `with` clause that counts the batch toward the site limit.
   * @param amount a query that returns the amount as one row and one column
   */
  countTowardSite(amount: RawBuilder<unknown>): RawBuilder<unknown>;
};

/**
 * Limits how much is stored from one address in ten minutes and in a day, and from all addresses in a day. An office counts as one
 * address, and so does the IPv6 network of a household. A /48 and a /32 have daily limits too.
 */
export function limitByAddress(
  { clock, limitKey }: { clock: Clock; limitKey: LimitKey },
  kind: Kind,
): (entries: readonly Counted[]) => BatchLimit {
  const byAddress = [`${kind}ByAddress`, `${kind}ByAddressDaily`] as const;
  const bySite = `${kind}BySiteDaily` as const;
  const { most, windowMinutes } = attemptLimits[bySite];
  const site: Attempt = { key: limitKey(bySite), windowMinutes };
  return (entries) => {
    const now = clock.now();
    const { attempts, checks } = countEntries(entries, byAddress, limitKey);
    const networks = listNetworks(entries, kind, limitKey);
    // Once the site limit is reached, addresses are no longer counted, because each would add a row. The same applies to a network.
    const isCounted = sql`${countSoFar(site, now)} < ${most} and attempt.key <> all(array(select address_key from full_network))`;
    return {
      allowed: sql`network as materialized (
          select * from unnest(
            ${networks.map(({ number }) => number)}::int[],
            ${networks.map(({ key }) => key)}::text[],
            ${networks.map(({ ceiling }) => ceiling)}::int[],
            ${networks.map(({ size }) => size)}::int[]
          ) as entry (number, key, ceiling, size)
        ), full_network as materialized (
          select check_of.key as address_key
          from network
          join unnest(
            ${checks.map(({ number }) => number)}::int[],
            ${checks.map(({ key }) => key)}::text[]
          ) as check_of (number, key) on check_of.number = network.number
          where ${countSoFar({ key: sql.ref("network.key"), windowMinutes: minutesPerDay }, now)} >= network.ceiling
        ), counted as (${buildCounting(attempts, now, isCounted)}
        ), allowed as materialized (
          select number
          from unnest(
            ${checks.map(({ number }) => number)}::int[],
            ${checks.map(({ key }) => key)}::text[],
            ${checks.map(({ ceiling }) => ceiling)}::int[]
          ) as entry (number, key, ceiling)
          join counted using (key)
          group by number
          having bool_and(count <= ceiling)
        ), counted_by_network as (
          ${countingTotals(minutesPerDay, now, sql`select key, sum(size) from network join allowed using (number) group by key`)}
        )`,
      countTowardSite: (amount) => sql`counted_by_site as (${countingAmount(site, now, amount)})`,
    };
  };
}

type Kind = "visits" | "trackingEvents";

const minutesPerDay = 1_440;

/**
 * The IPv6 networks of the entries. They count only what the limits of the addresses allow, so an address cannot use up the limit of its
 * networks. One batch can exceed these limits.
 */
function listNetworks(
  entries: readonly Counted[],
  kind: Kind,
  limitKey: LimitKey,
): { number: number; key: string; ceiling: number; size: number }[] {
  const limit = `${kind}ByAddressDaily` as const;
  const ofSite = attemptLimits[`${kind}BySiteDaily`].most;
  return entries.flatMap(({ from, size }, number) => {
    const allocation = countedAllocation(from);
    if (allocation === undefined) return [];
    return [
      {
        number,
        key: limitKey(limit, "network", countedNetwork(from)),
        ceiling: ofSite * maxSharesOfSite.network,
        size,
      },
      {
        number,
        key: limitKey(limit, "allocation", allocation),
        ceiling: ofSite * maxSharesOfSite.allocation,
        size,
      },
    ];
  });
}

type AddressLimit = `${Kind}ByAddress${"" | "Daily"}`;

/** The entries with their rate-limit keys, and the highest batch count at which each is within the limit. */
type Check = { number: number; key: string; ceiling: number };

function countEntries(
  entries: readonly Counted[],
  limits: readonly AddressLimit[],
  limitKey: LimitKey,
): { attempts: Attempt[]; checks: Check[] } {
  const attempts: Attempt[] = [];
  const checks: Check[] = [];
  for (const limit of limits) {
    const { most, windowMinutes } = attemptLimits[limit];
    const totals = new Map<string, number>();
    const counted = entries.map(({ from, size }, number) => {
      const key = limitKey(limit, countedAddress(from));
      const upTo = (totals.get(key) ?? 0) + size;
      totals.set(key, upTo);
      return { number, key, upTo };
    });
    for (const [key, amount] of totals) attempts.push({ key, windowMinutes, amount });
    for (const { number, key, upTo } of counted) {
      // Earlier entries of the batch count first.
      checks.push({ number, key, ceiling: most + (totals.get(key) ?? 0) - upTo });
    }
  }
  return { attempts, checks };
}

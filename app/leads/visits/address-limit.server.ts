import type { RawBuilder } from "kysely";
import { type Attempt, countingOf } from "#app/data/rate-limits.server.ts";
import type { AbuseKeys } from "#app/leads/abuse/abuse-keys.server.ts";
import { countedAddress } from "#app/platform/client-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { attemptLimits } from "#app/platform/limits.ts";

/** Something that came from an address, and how much it counts. */
type Counted = { from: string; size: number };

/** The limit on the entries of one batch, to be counted with the statement that stores them. */
export type BatchLimit = {
  /** Counts the whole batch. A statement to stand in a `with`; its rows have the columns key and count. */
  counting: RawBuilder<unknown>;
  /** Of each entry: under which key it is counted. */
  keys: readonly string[];
  /** Of each entry: what the count may be at most, for it to be within the limit. The entries before it have their part. */
  ceilings: readonly number[];
};

/** Limits how much comes from an address in a stretch of time. An office, and the network of a household, is one address. */
export function limitByAddress(
  { clock, limitKey }: { clock: Clock } & Pick<AbuseKeys, "limitKey">,
  limit: "visitsByAddress" | "trackingEventsByAddress",
): (entries: readonly Counted[]) => BatchLimit {
  const { most, windowMinutes } = attemptLimits[limit];
  return (entries) => {
    const totals = new Map<string, number>();
    const places = entries.map(({ from, size }) => {
      const key = limitKey(limit, countedAddress(from));
      const upTo = (totals.get(key) ?? 0) + size;
      totals.set(key, upTo);
      return { key, upTo };
    });
    const attempts = [...totals].map(([key, amount]): Attempt => ({ key, windowMinutes, amount }));
    return {
      counting: countingOf(attempts, clock.now()),
      keys: places.map(({ key }) => key),
      ceilings: places.map(({ key, upTo }) => most + (totals.get(key) ?? 0) - upTo),
    };
  };
}

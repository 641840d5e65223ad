import { createHmac } from "node:crypto";
import type { RawBuilder } from "kysely";
import { countingBatch } from "#app/data/count-batch.server.ts";
import { countedAddress } from "#app/platform/client-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type AttemptLimit, attemptLimits } from "#app/platform/limits.ts";

/** Something that came from an address, and how much it counts. */
export type Counted = { from: string; size: number };

/** The limit on the entries of one batch, to be counted with the statement that stores them. */
export type BatchLimit = {
  /** Counts the whole batch. A statement to stand in a `with`; its rows have the columns key and count. */
  counting: RawBuilder<unknown>;
  /** Of each entry: under which key it is counted. */
  keys: readonly string[];
  /** Of each entry: what the count may be at most, for it to be within the limit. The entries before it have their part. */
  ceilings: readonly number[];
};

/** Which entries of a batch are within the limit. @param counts what the counting statement returned */
export function areWithin(
  { keys, ceilings }: Pick<BatchLimit, "keys" | "ceilings">,
  counts: readonly { key: string; count: number }[],
): boolean[] {
  const countOf = new Map(counts.map(({ key, count }) => [key, count]));
  return keys.map((key, index) => (countOf.get(key) ?? 0) <= (ceilings[index] ?? 0));
}

/** Limits how much comes from an address in a stretch of time. An office, and the network of a household, is one address. */
export function limitByAddress(
  { clock, secret }: { clock: Clock; secret: string },
  kind: "visitsByAddress" | "trackingEventsByAddress",
): (entries: readonly Counted[]) => BatchLimit {
  const { most, windowMinutes }: AttemptLimit = attemptLimits[kind];
  const windowMs = windowMinutes * 60_000;
  const keyOf = (from: string): string =>
    createHmac("sha256", secret)
      .update(`${kind} ${countedAddress(from)}`)
      .digest("base64url");

  return (entries) => {
    const amounts = new Map<string, number>();
    const places = entries.map(({ from, size }) => {
      const key = keyOf(from);
      const upTo = (amounts.get(key) ?? 0) + size;
      amounts.set(key, upTo);
      return { key, upTo };
    });
    const windowStart = new Date(Math.floor(clock.now().getTime() / windowMs) * windowMs);
    return {
      counting: countingBatch(windowStart, amounts),
      keys: places.map(({ key }) => key),
      ceilings: places.map(({ key, upTo }) => most + (amounts.get(key) ?? 0) - upTo),
    };
  };
}

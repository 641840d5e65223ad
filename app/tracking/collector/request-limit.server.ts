import { countedAddress } from "#app/platform/http/client-address.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { AttemptLimit } from "#app/platform/limits.ts";

/** Limits what one network address can send, before a body is read. */
export type RequestLimit = {
  /** Counts a request and does its work, unless the address is over a limit. */
  run(from: string, work: () => Promise<Response>): Promise<Response>;
  /** Adds to the count of an address. */
  add(from: string, amount: number): void;
  /** The number of addresses in memory. */
  size(): number;
};

type RequestLimits = AttemptLimit & {
  /** Requests of one address that are processed at the same time. */
  maxInFlight: number;
  /** Further addresses have no count until the window ends. The database limits what they store. */
  maxAddresses: number;
};

/**
 * Counts in process memory, in the same windows as the database. The database counts entries when it stores them, after their bodies have
 * been parsed. A sender over its limit would otherwise cost as much as an accepted one.
 */
export function createRequestLimit(
  clock: Clock,
  { most, windowMinutes, maxInFlight, maxAddresses }: RequestLimits,
): RequestLimit {
  const counts = new Map<string, number>();
  const inFlight = new Map<string, number>();
  let window = 0;
  const resetEachWindow = (): void => {
    const current = Math.floor(clock.now().getTime() / (windowMinutes * 60_000));
    if (current !== window) counts.clear();
    window = current;
  };
  const count = (address: string, amount: number): void => {
    const counted = counts.get(address);
    if (counted !== undefined || counts.size < maxAddresses) counts.set(address, (counted ?? 0) + amount);
  };
  return {
    async run(from, work) {
      resetEachWindow();
      const address = countedAddress(from);
      if ((counts.get(address) ?? 0) >= most) return refuse("too-many");
      const current = inFlight.get(address) ?? 0;
      if (current >= maxInFlight) return refuse("unavailable", { retryAfterSeconds: 1 });
      count(address, 1);
      inFlight.set(address, current + 1);
      try {
        return await work();
      } finally {
        const remaining = (inFlight.get(address) ?? 1) - 1;
        if (remaining > 0) inFlight.set(address, remaining);
        else inFlight.delete(address);
      }
    },
    add(from, amount) {
      count(countedAddress(from), amount);
    },
    size: () => counts.size,
  };
}

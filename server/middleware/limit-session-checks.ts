import { countedAddress } from "#app/platform/http/client-address.server.ts";
import { sessionCheckLimits } from "#app/platform/limits.ts";

/**
 * Limits the session checks in flight of each address that precede the limit of concurrent requests. They read the database, and anyone can
 * have a cookie that must be looked up.
 * @returns a function that makes a check, or returns false while too many are in flight
 */
export function limitSessionChecks(): (
  clientAddress: string,
  check: () => Promise<boolean>,
) => Promise<boolean> {
  const checks = new Map<string, number>();
  return async (clientAddress, check) => {
    const address = countedAddress(clientAddress);
    const inFlight = checks.get(address) ?? 0;
    if (inFlight >= sessionCheckLimits.lanes.check.maxWaiting) return false;
    checks.set(address, inFlight + 1);
    try {
      return await check();
    } finally {
      const left = (checks.get(address) ?? 1) - 1;
      if (left === 0) checks.delete(address);
      else checks.set(address, left);
    }
  };
}

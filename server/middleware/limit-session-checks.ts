import { countedAddress } from "#app/platform/http/client-address.server.ts";
import { sessionCheckLimits } from "#app/platform/limits.ts";
import { createWorkQueue, type WorkQueue } from "#app/platform/work-queue.server.ts";

/**
 * Limits the session checks of each address that precede the limit of concurrent requests. They read the database, and anyone can have a
 * cookie that must be looked up.
 * @returns a function that makes a check when the previous ones of the address allow it, or returns false while too many are waiting
 */
export function limitSessionChecks(): (
  clientAddress: string,
  check: () => Promise<boolean>,
) => Promise<boolean> {
  const addresses = new Map<string, { checks: WorkQueue<"check">; inFlight: number }>();
  return async (clientAddress, check) => {
    const address = countedAddress(clientAddress);
    const entry = addresses.get(address) ?? { checks: createWorkQueue(sessionCheckLimits), inFlight: 0 };
    if (entry.checks.isFull("check")) return false;
    entry.inFlight += 1;
    addresses.set(address, entry);
    try {
      return await entry.checks.run("check", check);
    } finally {
      entry.inFlight -= 1;
      if (entry.inFlight === 0) addresses.delete(address);
    }
  };
}

import { countedAddress, countedNetwork } from "#app/platform/http/client-address.server.ts";
import { networkSessionCheckLimits, sessionCheckLimits } from "#app/platform/limits.ts";
import { createWorkQueue, type WorkQueue } from "#app/platform/work-queue.server.ts";

/** Makes a check when the previous ones of the address allow it, or returns false while too many are waiting. */
export type CheckSession = (clientAddress: string, check: () => Promise<boolean>) => Promise<boolean>;

/**
 * Limits the session checks of each address, and of each IPv6 /48, that precede the limit of concurrent requests. They read the database, and
 * anyone can have a cookie that must be looked up. One limit serves all callers.
 */
export function limitSessionChecks(): CheckSession {
  const addresses = createQueues(sessionCheckLimits);
  const networks = createQueues(networkSessionCheckLimits);
  return (clientAddress, check) => {
    const address = countedAddress(clientAddress);
    const network = countedNetwork(address);
    // An IPv4 address has only its own limit.
    return addresses.run(address, network === address ? check : () => networks.run(network, check));
  };
}

/** A queue for each key while it is used. */
function createQueues(limits: Parameters<typeof createWorkQueue<"check">>[0]) {
  const queues = new Map<string, { checks: WorkQueue<"check">; inFlight: number }>();
  return {
    /** @returns false while too many are waiting */
    async run(key: string, check: () => Promise<boolean>): Promise<boolean> {
      const entry = queues.get(key) ?? { checks: createWorkQueue(limits), inFlight: 0 };
      if (entry.checks.isFull("check")) return false;
      entry.inFlight += 1;
      queues.set(key, entry);
      try {
        return await entry.checks.run("check", check);
      } finally {
        entry.inFlight -= 1;
        if (entry.inFlight === 0) queues.delete(key);
      }
    },
  };
}

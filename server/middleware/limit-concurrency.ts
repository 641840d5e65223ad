import type { Context, MiddlewareHandler, Next } from "hono";
import { countedAddress, countedNetwork } from "#app/platform/http/client-address.server.ts";
import { concurrentNetworkLimits, concurrentRequestLimits } from "#app/platform/limits.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { createWorkQueue, delayOverloadResponse, type WorkQueue } from "#app/platform/work-queue.server.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { answerOverload } from "#server/responses/small-pages.ts";
import type { RenderLimit } from "./limit-renders.ts";
import type { CheckSession } from "./limit-session-checks.ts";

type RequestQueue = { requests: WorkQueue<"write" | "read">; inFlight: number };

/**
 * Processes only a few requests of one network address at the same time. Otherwise one client with hundreds of connections would occupy the
 * database connections and the render queue, and the requests of all other visitors would wait. The addresses of an IPv6 /48 also share a
 * limit.
 */
export function limitConcurrency(
  { hasStaffSession }: Pick<RenderLimit, "hasStaffSession">,
  checkSession: CheckSession,
): MiddlewareHandler<{ Variables: RequestEnv }> {
  const addresses = new Map<string, RequestQueue>();
  const networks = limitNetworks();
  return async (c, next) => {
    const clientAddress = c.get("clientAddress");
    const address = countedAddress(clientAddress);
    const entry = addresses.get(address) ?? {
      requests: createWorkQueue(concurrentRequestLimits),
      inFlight: 0,
    };
    const { requests } = entry;
    const lane = chooseLane(c.req.method);
    entry.inFlight += 1;
    addresses.set(address, entry);
    try {
      const { headers } = c.req.raw;
      const isBusy = requests.isBusy() || networks.isBusy(address);
      const maySkip = isBusy && headers.has("cookie");
      if (maySkip && (await checkSession(clientAddress, () => hasStaffSession(headers)))) return await next();
      const run = () => networks.run(address, lane, next);
      if (!requests.isFull(lane) && (await requests.run(lane, run))) return;
    } finally {
      entry.inFlight -= 1;
      if (entry.inFlight === 0) addresses.delete(address);
    }
    await delayOverloadResponse();
    return rejectRequest(c);
  };
}

type NetworkLimit = {
  isBusy(address: string): boolean;
  /** @returns false if the queue of the network is full, and the request was not processed */
  run(address: string, lane: "write" | "read", next: Next): Promise<boolean>;
};

/** Limits the requests of an IPv6 /48. An IPv4 address has only its own limit. */
function limitNetworks(): NetworkLimit {
  const networks = new Map<string, RequestQueue>();
  return {
    isBusy: (address) => networks.get(countedNetwork(address))?.requests.isBusy() ?? false,
    async run(address, lane, next) {
      const network = countedNetwork(address);
      if (network === address) {
        await next();
        return true;
      }
      const entry = networks.get(network) ?? {
        requests: createWorkQueue(concurrentNetworkLimits),
        inFlight: 0,
      };
      if (entry.requests.isFull(lane)) return false;
      entry.inFlight += 1;
      networks.set(network, entry);
      try {
        await entry.requests.run(lane, next);
        return true;
      } finally {
        entry.inFlight -= 1;
        if (entry.inFlight === 0) networks.delete(network);
      }
    },
  };
}

function chooseLane(method: string): "write" | "read" {
  return method === "GET" || method === "HEAD" ? "read" : "write";
}

function rejectRequest(c: Context): Response {
  const isEndpoint = /^\/(?:api|functions)\//.test(new URL(c.req.url).pathname);
  return isEndpoint ? refuse("unavailable", { retryAfterSeconds: 1 }) : answerOverload(c, "unavailable");
}

import type { Context, MiddlewareHandler } from "hono";
import { countedAddress } from "#app/platform/http/client-address.server.ts";
import { concurrentRequestLimits, sessionCheckLimits } from "#app/platform/limits.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { createWorkQueue, delayOverloadResponse, type WorkQueue } from "#app/platform/work-queue.server.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { answerOverload } from "#server/responses/small-pages.ts";
import type { RenderLimit } from "./limit-renders.ts";

type AddressQueues = {
  requests: WorkQueue<"write" | "read">;
  sessionChecks: WorkQueue<"check">;
  inFlight: number;
};

/**
 * Processes only a few requests of one network address at the same time. Otherwise one client with hundreds of connections would occupy the
 * database connections and the render queue, and the requests of all other visitors would wait.
 */
export function limitConcurrency({
  hasStaffSession,
}: Pick<RenderLimit, "hasStaffSession">): MiddlewareHandler<{ Variables: RequestEnv }> {
  const addresses = new Map<string, AddressQueues>();
  return async (c, next) => {
    const address = countedAddress(c.get("clientAddress"));
    const entry = addresses.get(address) ?? createQueues();
    const { requests, sessionChecks } = entry;
    const lane = c.req.method === "GET" || c.req.method === "HEAD" ? "read" : "write";
    entry.inFlight += 1;
    addresses.set(address, entry);
    try {
      const { headers } = c.req.raw;
      const maySkip = requests.isBusy() && headers.has("cookie") && !sessionChecks.isFull("check");
      if (maySkip && (await sessionChecks.run("check", () => hasStaffSession(headers)))) return await next();
      if (!requests.isFull(lane)) return await requests.run(lane, next);
    } finally {
      entry.inFlight -= 1;
      if (entry.inFlight === 0) addresses.delete(address);
    }
    await delayOverloadResponse();
    return rejectRequest(c);
  };
}

function createQueues(): AddressQueues {
  return {
    requests: createWorkQueue(concurrentRequestLimits),
    // The check reads the database, and anyone can create an account without a role and send its cookie.
    sessionChecks: createWorkQueue(sessionCheckLimits),
    inFlight: 0,
  };
}

function rejectRequest(c: Context): Response {
  const isEndpoint = /^\/(?:api|functions)\//.test(new URL(c.req.url).pathname);
  return isEndpoint ? refuse("unavailable", { retryAfterSeconds: 1 }) : answerOverload(c, "unavailable");
}

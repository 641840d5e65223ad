import type { Context, MiddlewareHandler } from "hono";
import { countedAddress } from "#app/platform/http/client-address.server.ts";
import { concurrentFormLimits } from "#app/platform/limits.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { createWorkQueue, delayOverloadResponse, type WorkQueue } from "#app/platform/work-queue.server.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { answerOverload } from "#server/responses/small-pages.ts";
import type { RenderLimit } from "./limit-renders.ts";

/**
 * Processes only a few forms of one network address at the same time. Otherwise one client with hundreds of connections would occupy the
 * database connections and the render queue, and the forms of all other visitors would wait.
 */
export function limitForms({
  hasStaffSession,
}: Pick<RenderLimit, "hasStaffSession">): MiddlewareHandler<{ Variables: RequestEnv }> {
  const addresses = new Map<string, { queue: WorkQueue<"form">; inFlight: number }>();
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const address = countedAddress(c.get("clientAddress"));
    const entry = addresses.get(address) ?? { queue: createWorkQueue(concurrentFormLimits), inFlight: 0 };
    const { queue } = entry;
    entry.inFlight += 1;
    addresses.set(address, entry);
    try {
      if (queue.isBusy() && (await hasStaffSession(c.req.raw.headers))) return await next();
      if (!queue.isFull("form")) return await queue.run("form", next);
    } finally {
      entry.inFlight -= 1;
      if (entry.inFlight === 0) addresses.delete(address);
    }
    await delayOverloadResponse();
    return rejectForm(c);
  };
}

function rejectForm(c: Context): Response {
  const isEndpoint = new URL(c.req.url).pathname.startsWith("/functions/");
  return isEndpoint ? refuse("unavailable", { retryAfterSeconds: 1 }) : answerOverload(c, "unavailable");
}

import type { HttpBindings } from "@hono/node-server";
import { createMiddleware } from "hono/factory";
import { loggablePath } from "#app/platform/loggable-path.ts";
import type { Log } from "#app/platform/log.server.ts";
import { withRequestAccount } from "#app/platform/request-account.server.ts";
import { hasLeft } from "#server/has-left.ts";
import type { RequestEnv } from "./request-facts.ts";

type Deps = { log: Log; clientDigest(address: string): string };

/**
 * Logs each request that reaches it; answers from memory do not, because logging them would cost more than answering. `client` is the
 * same for all requests of a client and does not tell its address. `accountId` is there where the request asked whose session it carries.
 */
export function requestLog({ log, clientDigest }: Deps) {
  return createMiddleware<{ Bindings: HttpBindings; Variables: RequestEnv }>(async (c, next) => {
    const start = performance.now();
    const accountId = await withRequestAccount(next);
    const isLeft = hasLeft(c);
    const isFault = c.res.status >= 500 && !isLeft;
    log[isFault ? "error" : "info"](isLeft ? "request broke off" : "request answered", {
      requestId: c.get("requestId"),
      client: clientDigest(c.get("clientAddress")),
      ...(accountId === undefined ? {} : { accountId }),
      method: c.req.method,
      path: loggablePath(new URL(c.req.url).pathname),
      ...(isLeft ? {} : { status: c.res.status }),
      ms: Math.round((performance.now() - start) * 10) / 10,
    });
  });
}

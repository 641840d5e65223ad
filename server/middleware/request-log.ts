import type { HttpBindings } from "@hono/node-server";
import { createMiddleware } from "hono/factory";
import { loggablePath } from "#app/platform/loggable-path.ts";
import type { Log } from "#app/platform/log.server.ts";
import { hasLeft } from "#server/has-left.ts";
import type { RequestEnv } from "./request-facts.ts";

/** One line for each request that reaches it. What is sent from memory does not, or the log would be the slowest part. */
export function requestLog(log: Log) {
  return createMiddleware<{ Bindings: HttpBindings; Variables: RequestEnv }>(async (c, next) => {
    const start = performance.now();
    await next();
    const isLeft = hasLeft(c);
    const isFault = c.res.status >= 500 && !isLeft;
    log[isFault ? "error" : "info"](isLeft ? "request broke off" : "request answered", {
      requestId: c.get("requestId"),
      method: c.req.method,
      path: loggablePath(new URL(c.req.url).pathname),
      ...(isLeft ? {} : { status: c.res.status }),
      ms: Math.round((performance.now() - start) * 10) / 10,
    });
  });
}

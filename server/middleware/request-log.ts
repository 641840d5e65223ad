import { createMiddleware } from "hono/factory";
import { loggablePath } from "#app/platform/loggable-path.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { RequestEnv } from "./request-facts.ts";

/** One line for each request that reaches it. What is sent from memory does not, or the log would be the slowest part. */
export function requestLog(log: Log) {
  return createMiddleware<{ Variables: RequestEnv }>(async (c, next) => {
    const start = performance.now();
    await next();
    const level = c.res.status >= 500 ? "error" : "info";
    log[level]("request answered", {
      requestId: c.get("requestId"),
      method: c.req.method,
      path: loggablePath(new URL(c.req.url).pathname),
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
    });
  });
}

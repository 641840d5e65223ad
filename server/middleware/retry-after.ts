import { createMiddleware } from "hono/factory";

/** Most causes of a 503, such as a database failover, end within seconds. */
export const retryAfterSeconds = 10;

/** Adds a Retry-After header to each 503 response that lacks one. */
export function retryAfter() {
  return createMiddleware(async (c, next) => {
    await next();
    if (c.res.status === 503 && !c.res.headers.has("Retry-After")) {
      c.res.headers.set("Retry-After", String(retryAfterSeconds));
    }
  });
}

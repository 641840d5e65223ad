import { createMiddleware } from "hono/factory";

/** Most causes of a 503, such as a database that fails over, pass within seconds. */
const retryAfterSeconds = 10;

/** Tells programs when to come again, on each 503 that does not say it already. */
export function retryAfter() {
  return createMiddleware(async (c, next) => {
    await next();
    if (c.res.status === 503 && !c.res.headers.has("Retry-After")) {
      c.res.headers.set("Retry-After", String(retryAfterSeconds));
    }
  });
}

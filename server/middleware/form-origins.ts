import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { answerFault } from "#server/responses/faults.ts";
import { isForeign } from "./origin-check.ts";

/** How long browsers cache a preflight response, so that a removed origin loses access within ten minutes. */
const preflightSeconds = 600;

/**
 * CORS policy of the public endpoints. Pages of these origins can post to them and read the response; requests and preflights from other
 * origins are rejected. No response allows credentials, so browsers never send cookies along with a cross-site request.
 */
export function formOrigins(origins: readonly string[]) {
  const allow = cors({
    origin: [...origins],
    allowMethods: ["POST"],
    allowHeaders: ["content-type", "authorization", "idempotency-key"],
    maxAge: preflightSeconds,
  });
  return createMiddleware(async (c, next) => {
    if (isForeign(c, origins)) return answerFault(c, "foreign-origin");
    if (c.req.method === "OPTIONS") return allow(c, next);
    await next();
    // Set manually, because the library would copy the whole response, which costs more than storing a visit.
    const origin = c.req.header("origin");
    if (origin !== undefined) c.res.headers.set("Access-Control-Allow-Origin", origin);
    c.res.headers.append("Vary", "Origin");
    return undefined;
  });
}

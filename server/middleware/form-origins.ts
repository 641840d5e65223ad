import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { answerFault } from "#server/responses/faults.ts";
import { isForeign } from "./origin-check.ts";

/** How long browsers may go on without asking again, in seconds: a setting that is taken back counts within ten minutes. */
const preflightSeconds = 600;

/**
 * The door of the public endpoints: pages of these origins may post to them and read the answer; pages of all others are
 * refused, and so is their question whether they may. No answer allows credentials, so another site's page never sends
 * along what the visitor's browser holds for us.
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

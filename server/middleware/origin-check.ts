import { createMiddleware } from "hono/factory";
import { answerFault } from "#server/faults.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a change that another site's page asked a visitor's browser for. Browsers name the page's origin in every
 * such request; where both headers are missing the caller is no browser, and has no cookie to abuse.
 */
export function checkOrigin(trustedOrigins: readonly string[]) {
  return createMiddleware(async (c, next) => {
    if (!safeMethods.has(c.req.method)) {
      const origin = c.req.header("origin");
      const isForeign =
        origin === undefined
          ? c.req.header("sec-fetch-site") === "cross-site"
          : !trustedOrigins.includes(origin);
      if (isForeign) return answerFault(c, "foreign-origin");
    }
    return next();
  });
}

import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { answerFault } from "#server/responses/faults.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses a change that another site's page asked a visitor's browser for. */
export function checkOrigin(trustedOrigins: readonly string[]) {
  return createMiddleware(async (c, next) =>
    !safeMethods.has(c.req.method) && isForeign(c, trustedOrigins)
      ? answerFault(c, "foreign-origin")
      : next(),
  );
}

/**
 * Whether a page of another origin is behind a request. Browsers name the page's origin in every request that changes
 * something; where both headers are missing the caller is no browser, and has no cookie to abuse.
 */
export function isForeign(c: Context, origins: readonly string[]): boolean {
  const origin = c.req.header("origin");
  return origin === undefined ? c.req.header("sec-fetch-site") === "cross-site" : !origins.includes(origin);
}

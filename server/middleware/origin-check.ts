import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { answerFault } from "#server/responses/faults.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Rejects state-changing requests that a page of another site made a visitor's browser send. */
export function checkOrigin(trustedOrigins: readonly string[]) {
  return createMiddleware(async (c, next) =>
    !safeMethods.has(c.req.method) && isForeign(c, trustedOrigins)
      ? answerFault(c, "foreign-origin")
      : next(),
  );
}

/**
 * Whether a request comes from a page of another origin. Browsers send the page's origin with every state-changing request. A client that
 * sends neither header is not a browser and has no cookies to abuse.
 */
export function isForeign(c: Context, origins: readonly string[]): boolean {
  const origin = c.req.header("origin");
  return origin === undefined ? c.req.header("sec-fetch-site") === "cross-site" : !origins.includes(origin);
}

import { createMiddleware } from "hono/factory";

/**
 * Headers of every response. Pages add their own content security policy, because it lists their styles and scripts. The policy is not
 * `no-referrer`, because browsers would then send form posts with `Origin: null`, which are rejected.
 */
export function createSecurityHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    ...(new URL(siteUrl).protocol === "https:" ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/**
 * Denies windows of other sites access to the window of the page. Pages that are identical for all visitors do without it: they show nothing
 * secret, and Chromium would change to a new process when the response arrives, which delays the first paint (decision 0102).
 */
export const windowIsolation = { "Cross-Origin-Opener-Policy": "same-origin" };

/** Adds the headers to responses of all later handlers. */
export function securityHeaders(headers: Readonly<Record<string, string>>) {
  return createMiddleware(async (c, next) => {
    await next();
    // Not with c.header(), which copies the whole response for each header.
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
}

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

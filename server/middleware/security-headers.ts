import { createMiddleware } from "hono/factory";

/**
 * Headers of every answer. Pages add their content security policy themselves, because it names what they carry.
 * `same-origin` and not `no-referrer`: with the latter, form posts would carry `Origin: null` and be refused.
 */
export function securityHeaders(siteUrl: string) {
  const overHttps = new URL(siteUrl).protocol === "https:";
  return createMiddleware(async (c, next) => {
    await next();
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "same-origin");
    c.header("Cross-Origin-Opener-Policy", "same-origin");
    if (overHttps) c.header("Strict-Transport-Security", "max-age=31536000");
  });
}

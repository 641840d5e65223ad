import { createMiddleware } from "hono/factory";

/**
 * Headers of every answer. Pages add their content security policy themselves, because it names what they carry.
 * `same-origin` and not `no-referrer`: with the latter, form posts would carry `Origin: null` and be refused.
 */
export function securityHeadersOf(siteUrl: string): Readonly<Record<string, string>> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(new URL(siteUrl).protocol === "https:" ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** Puts them on the answers of everything that comes after it. */
export function securityHeaders(headers: Readonly<Record<string, string>>) {
  return createMiddleware(async (c, next) => {
    await next();
    // Not with c.header(), which copies the whole response for each header.
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
}

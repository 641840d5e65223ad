import type { Context } from "hono";
import { type ErrorKind, errorTable } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { practice } from "#content/practice.ts";
import { toPagePath } from "./page-path.ts";

/** Text of the page and the Retry-After delay in seconds. */
const overloads = {
  unavailable: {
    retryAfterSeconds: 1,
    html: smallPage(
      "The site is very busy",
      "Please wait a few seconds and reload this page. If you were submitting a form, it was not received. Reload to submit it again.",
    ),
  },
  "too-many": {
    retryAfterSeconds: 60,
    html: smallPage(
      "Too many requests",
      "Your network has requested a very large number of pages. Please wait a minute and reload this page. If you were submitting a form, it was not received. Reload to submit it again.",
    ),
  },
} as const;

/** Responds with a cheap static page when the requested page cannot be rendered now. */
export function answerOverload(c: Context, kind: keyof typeof overloads): Response {
  const { retryAfterSeconds, html } = overloads[kind];
  const path = new URL(c.req.url).pathname;
  const response = toPagePath(path) === path ? htmlResponse(kind, html) : refuse(kind);
  response.headers.set("Retry-After", String(retryAfterSeconds));
  return response;
}

/** Responds when a page fails outside the error boundary. @param requestId identifies the log entry */
export function answerFailedPage(kind: ErrorKind, requestId: string | undefined): Response {
  const advice = `If it happens again, call ${practice.phone.display}${requestId === undefined ? "" : ` and mention this number: ${requestId}`}.`;
  return htmlResponse(kind, smallPage(errorTable[kind].title, advice));
}

function htmlResponse(kind: ErrorKind, html: string): Response {
  return new Response(html, {
    status: errorTable[kind].status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** Builds unstyled HTML. @param title must not contain request data, and neither must the text, because neither is escaped */
function smallPage(title: string, text: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
}

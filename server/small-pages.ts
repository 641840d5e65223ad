import type { Context } from "hono";
import { type ErrorKind, errorTable } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/refusal.ts";
import { practice } from "#content/practice.ts";
import { pagePathOf } from "./pages.ts";

/** What a person reads, and after how many seconds trying again helps. */
const overloads = {
  unavailable: {
    retryAfterSeconds: 1,
    html: smallPage(
      "The site is very busy",
      "Please wait a few seconds and reload this page. If you were sending a form, it has not been received: reload to send it again.",
    ),
  },
  "too-many": {
    retryAfterSeconds: 60,
    html: smallPage(
      "Too many requests",
      "Your network has asked for a very large number of pages. Please wait a minute and reload this page. If you were sending a form, it has not been received: reload to send it again.",
    ),
  },
} as const;

/** Answers instead of a page that is not rendered for now. It costs next to nothing, whatever the page. */
export function answerOverload(c: Context, kind: keyof typeof overloads): Response {
  const { retryAfterSeconds, html } = overloads[kind];
  const path = new URL(c.req.url).pathname;
  const response = pagePathOf(path) === path ? htmlResponse(kind, html) : refuse(kind);
  response.headers.set("Retry-After", String(retryAfterSeconds));
  return response;
}

/** Answers a person whose page failed outside of what renders error screens. @param requestId leads to what the log says */
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

/** Plain HTML without styles. @param title and text are ours: nothing that came with a request */
function smallPage(title: string, text: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
}

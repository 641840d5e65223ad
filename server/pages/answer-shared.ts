import type { Context, MiddlewareHandler } from "hono";
import { encodeOnce } from "./encoded-body.ts";
import type { Pages, SharedPage } from "./pages.ts";

/**
 * Answers pages that are the same for everyone.
 * @param headers those of every answer of this server
 */
export function answerSharedPages(
  pages: Pages,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c, next) => {
    // Not `c.req.path`, which is decoded: what is looked up must be what came.
    const page = pages.shared(new URL(c.req.url).pathname);
    return page === undefined ? next() : answerShared(c, await page, headers);
  };
}

/** Sends the page as the browser asks for it, or word that it has it already. */
export async function answerShared(
  c: Context,
  page: SharedPage,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (page.fill !== undefined) return answerForm(c, page, page.fill(), headers);
  if (c.req.header("if-none-match")?.includes(page.etag) === true) {
    return new Response(null, {
      status: 304,
      headers: { ...headers, ETag: page.etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" },
    });
  }
  const { bytes, encoding } = await page.body.for(c.req.header("accept-encoding"));
  return new Response(c.req.method === "HEAD" ? null : bytes, {
    status: page.status,
    headers: {
      ...page.headers,
      ...headers,
      ETag: page.etag,
      Vary: "Accept-Encoding",
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    },
  });
}

/** A page with a visitor's own form token: no other visitor's browser, and no proxy, may hand it on. */
async function answerForm(
  c: Context,
  page: SharedPage,
  html: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const { bytes, encoding } = await encodeOnce(html, c.req.header("accept-encoding"));
  const own = new Headers({ ...page.headers, ...headers });
  own.set("Cache-Control", "private, no-cache");
  own.set("Vary", "Accept-Encoding");
  if (encoding !== "identity") own.set("Content-Encoding", encoding);
  return new Response(c.req.method === "HEAD" ? null : bytes, { status: page.status, headers: own });
}

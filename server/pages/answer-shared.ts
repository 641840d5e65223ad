import type { Context, MiddlewareHandler } from "hono";
import type { Encoded, Encoding } from "#server/assets/encoded-body.ts";
import type { Pages, SharedPage } from "./pages.ts";

/**
 * Answers requests for pages that are identical for all visitors.
 * @param headers headers common to all responses
 */
export function answerSharedPages(
  pages: Pages,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c, next) => {
    // The path is looked up as received. `c.req.path` is decoded.
    const page = pages.shared(new URL(c.req.url).pathname);
    return page === undefined ? next() : answerShared(c, await page, headers);
  };
}

/** Sends the page in an accepted encoding, or 304 if the client has it. */
export async function answerShared(
  c: Context,
  page: SharedPage,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (page.formToken !== undefined) {
    return answerWithToken(
      c,
      page,
      await page.formToken.encodePage(c.req.header("accept-encoding")),
      headers,
    );
  }
  // RFC 9110, section 13.2.1: a precondition applies only if the response without it is successful.
  if (page.status === 200 && c.req.header("if-none-match")?.includes(page.etag) === true) {
    return new Response(null, { status: 304, headers: listUnchangedHeaders(page, headers) });
  }
  const { bytes, encoding } = await page.body.for(c.req.header("accept-encoding"));
  return new Response(c.req.method === "HEAD" ? null : bytes, {
    status: page.status,
    headers: headersOfShared(page, encoding, headers),
  });
}

/**
 * The headers of the response with a page that has no form.
 * @param headers headers common to all responses
 */
export function headersOfShared(
  page: SharedPage,
  encoding: Encoding,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    ...page.headers,
    ...headers,
    ETag: page.etag,
    Vary: "Accept-Encoding",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
}

/** The headers of a 304 response: those of the page without the ones that describe its body (RFC 9110, section 15.4.5). */
function listUnchangedHeaders(page: SharedPage, headers: Readonly<Record<string, string>>): Headers {
  const unchanged = new Headers(headersOfShared(page, "identity", headers));
  for (const name of ["Content-Type", "Content-Disposition"]) unchanged.delete(name);
  return unchanged;
}

/** No other browser or proxy may cache a page with a visitor's form token. */
const formPageCacheControl = "private, no-cache";

/**
 * Lists the headers of a response, without those that depend on the encoding or the version of the page.
 * @param headers headers common to all responses
 */
export function listHeaders(
  page: Pick<SharedPage, "headers" | "formToken">,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = new Headers({ ...page.headers, ...headers });
  if (page.formToken !== undefined) own.set("Cache-Control", formPageCacheControl);
  return Object.fromEntries(own);
}

/** Sends a page with a visitor's form token. */
function answerWithToken(
  c: Context,
  page: SharedPage,
  { bytes, encoding }: Encoded,
  headers: Readonly<Record<string, string>>,
): Response {
  const own = new Headers({ ...page.headers, ...headers });
  own.set("Cache-Control", formPageCacheControl);
  own.set("Vary", "Accept-Encoding");
  if (encoding !== "identity") own.set("Content-Encoding", encoding);
  return new Response(c.req.method === "HEAD" ? null : bytes, { status: page.status, headers: own });
}

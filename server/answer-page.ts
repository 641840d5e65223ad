import type { Context } from "hono";
import type { Clock } from "#app/platform/clock.ts";
import { loggablePath } from "#app/platform/loggable-path.ts";
import type { Log } from "#app/platform/log.server.ts";
import { answerNotFound } from "./faults.ts";
import type { RequestEnv } from "./middleware/request-facts.ts";
import { pagePathOf, type Pages, type SharedPage } from "./pages.ts";

type PageContext = Context<{ Variables: RequestEnv }>;

/** Answers a page: from memory where it is the same for everyone, else rendered for this request. */
export function answerPage(pages: Pages, logNotFound: (path: string) => void) {
  return async (c: PageContext): Promise<Response> => {
    const { path, method } = c.req;
    if (path.length > 1 && path.endsWith("/")) return redirectWithoutSlash(c);

    const pagePath = pagePathOf(path);
    const isForRouter = pagePath !== path;
    const isRead = method === "GET" || method === "HEAD";
    const page = isRead || isForRouter ? await pages.shared(pagePath) : undefined;
    if (page === undefined) return renderForVisitor(c, pages);
    // Pages that no router hydrates have no data door.
    if (isForRouter) return answerNotFound(c);
    if (page.status === 404) logNotFound(path);
    return answerShared(c, page);
  };
}

/**
 * Logs unknown addresses at error level, as specification section 2 asks: the path without its query, and at most
 * sixty a minute, so that a scanner cannot fill the disk.
 */
export function createNotFoundLog(deps: { log: Log; clock: Clock }): (path: string) => void {
  const mostPerMinute = 60;
  let minute = 0;
  let count = 0;
  return (path) => {
    const now = Math.floor(deps.clock.now().getTime() / 60_000);
    if (now !== minute) {
      if (count > mostPerMinute) {
        deps.log.error("more unknown addresses were asked for", { left: count - mostPerMinute });
      }
      minute = now;
      count = 0;
    }
    count += 1;
    if (count <= mostPerMinute) {
      deps.log.error("no page at this address", { path: loggablePath(path) });
    }
  };
}

async function renderForVisitor(c: PageContext, pages: Pages): Promise<Response> {
  const response = await pages.respond(c.req.raw, {
    requestId: c.get("requestId"),
    clientAddress: c.get("clientAddress"),
  });
  response.headers.set("X-Request-Id", c.get("requestId"));
  return response;
}

async function answerShared(c: PageContext, page: SharedPage): Promise<Response> {
  if (c.req.header("if-none-match")?.includes(page.etag) === true) {
    return c.body(null, 304, { ETag: page.etag, "Cache-Control": "no-cache" });
  }
  const { bytes, encoding } = await page.body.for(c.req.header("accept-encoding"));
  return new Response(c.req.method === "HEAD" ? null : bytes, {
    status: page.status,
    headers: {
      ...page.headers,
      ETag: page.etag,
      Vary: "Accept-Encoding",
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    },
  });
}

function redirectWithoutSlash(c: PageContext): Response {
  const { search } = new URL(c.req.url);
  // `//host/` without its slash would lead to another site.
  const path = `/${c.req.path.replace(/^\/+/, "").replace(/\/+$/, "")}`;
  return c.redirect(path + search, 308);
}

import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Clock } from "#app/platform/clock.ts";
import { loggablePath } from "#app/platform/loggable-path.ts";
import type { Log } from "#app/platform/log.server.ts";
import { answerFault, answerNotFound } from "./faults.ts";
import { hasLeft } from "./has-left.ts";
import type { RequestEnv } from "./middleware/request-facts.ts";
import { answerShared } from "./answer-shared.ts";
import { type Delivery, pagePathOf, type Pages } from "./pages.ts";

type PageContext = Context<{ Bindings: HttpBindings; Variables: RequestEnv }>;

/** Answers every address that no shared page has answered: with a page rendered for this request, or without one. */
export function answerPage(pages: Pages, logNotFound: (path: string) => void) {
  return async (c: PageContext): Promise<Response> => {
    // Not `c.req.path`, which is decoded: what is compared, looked up and sent on must be what came.
    const path = new URL(c.req.url).pathname;
    if (path.length > 1 && path.endsWith("/")) return redirectTo(c, withoutSlashes(path));
    const pagePath = pagePathOf(path);
    const delivery = pages.deliveryOf(pagePath);
    if (!delivery.isKnown) return answerUnknown(c, pages, path, logNotFound);
    // Pages that no router hydrates have no data door.
    if (pagePath !== path && delivery.scripts !== "router") return answerNotFound(c);
    return answerKnown(c, pages, delivery);
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

async function answerUnknown(
  c: PageContext,
  pages: Pages,
  path: string,
  logNotFound: (path: string) => void,
): Promise<Response> {
  const plain = path.toLowerCase();
  const { isKnown, shared } = pages.deliveryOf(plain);
  // Somebody typed it from paper.
  if (isKnown && shared) return redirectTo(c, plain);
  logNotFound(path);
  return answerShared(c, await pages.notFound());
}

async function answerKnown(c: PageContext, pages: Pages, delivery: Delivery): Promise<Response> {
  const { method } = c.req;
  const isAnswered = method === "GET" || method === "HEAD" || (method === "POST" && delivery.takesForms);
  return isAnswered ? renderForVisitor(c, pages) : refuseMethod(c, delivery);
}

async function renderForVisitor(c: PageContext, pages: Pages): Promise<Response> {
  const response = await pages.respond(c.req.raw, {
    requestId: c.get("requestId"),
    clientAddress: c.get("clientAddress"),
  });
  // A page that missed its form failed; nobody is there to read that it did, and it is no fault of ours.
  if (hasLeft(c)) return answerFault(c, "invalid");
  response.headers.set("X-Request-Id", c.get("requestId"));
  return response;
}

function refuseMethod(c: PageContext, { takesForms }: Delivery): Response {
  const response = answerFault(c, "not-allowed");
  response.headers.set("Allow", takesForms ? "GET, HEAD, POST" : "GET, HEAD");
  return response;
}

function redirectTo(c: PageContext, path: string): Response {
  return c.redirect(path + new URL(c.req.url).search, 308);
}

/** `//host/` without its slash would lead to another site. */
function withoutSlashes(path: string): string {
  return `/${path.replace(/^\/+/, "").replace(/\/+$/, "")}`;
}

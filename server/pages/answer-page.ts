import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { RenderLane } from "#app/platform/limits.ts";
import { delayOverloadResponse, QueueIsFull } from "#app/platform/work-queue.server.ts";
import { answerOverload } from "#server/responses/small-pages.ts";
import { answerFault, answerNotFound } from "#server/responses/faults.ts";
import { hasDisconnected } from "#server/responses/has-disconnected.ts";
import type { RenderLimit } from "#server/middleware/limit-renders.ts";
import { limitLines } from "#app/platform/text/limit-lines.server.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { answerShared } from "./answer-shared.ts";
import type { Delivery } from "./page-routes.ts";
import type { Pages } from "./pages.ts";
import { toPagePath } from "#server/responses/page-path.ts";

type PageContext = Context<{ Bindings: HttpBindings; Variables: RequestEnv }>;

/** Answers requests that no cached page has answered, by rendering the page or with a not-found page. */
export function answerPage(pages: Pages, answerUnknown: UnknownPathAnswer, limit: RenderLimit) {
  return async (c: PageContext): Promise<Response> => {
    // The path is compared and forwarded as received. `c.req.path` is decoded.
    const path = new URL(c.req.url).pathname;
    // The path has at most one trailing slash and no double slash, because `odd-paths.ts` has answered other paths.
    if (path.length > 1 && path.endsWith("/")) return redirectTo(c, path.slice(0, -1));
    const pagePath = toPagePath(path);
    const delivery = pages.getDelivery(pagePath);
    if (!delivery.isKnown) return answerMistyped(c, pages, path, answerUnknown);
    // Pages that React Router does not hydrate have no data requests.
    if (pagePath !== path && delivery.scripts !== "router") return answerNotFound(c);
    return answerKnown(c, pages, delivery, limit);
  };
}

/** Answers and logs a request for a path without a page. */
export type NotFoundAnswer = (c: Context, path: string) => Promise<Response>;

/** @param headers headers common to all responses */
export function createNotFoundAnswer(
  pages: Pages,
  deps: NotFoundLogDeps,
  headers: Readonly<Record<string, string>>,
): NotFoundAnswer {
  const logNotFound = createNotFoundLog(deps);
  return async (c, path) => {
    logNotFound(path);
    return answerShared(c, await pages.notFound(), headers);
  };
}

type NotFoundLogDeps = { log: Log; clock: Clock; loggablePath(path: string): string };

/** Answers a request for a path without a page, unless its address has sent too many. */
export type UnknownPathAnswer = (c: PageContext, path: string) => Promise<Response>;

/** Counts unknown paths like rendered pages. */
export function limitUnknownPaths(answerUnknown: NotFoundAnswer, limit: RenderLimit): UnknownPathAnswer {
  return async (c, path) => {
    const isAllowed = await limit.allows(c.get("clientAddress"), c.req.raw.headers);
    if (!isAllowed) return rejectForOverload(c, "too-many");
    const response = await answerUnknown(c, path);
    limit.count(c.get("clientAddress"), response);
    return response;
  };
}

/**
 * Logs paths without a page, with no query and with all segments masked that no route contains. It logs at most sixty per minute so that a
 * scanner cannot fill the disk. The level is info because anonymous clients control the volume.
 */
function createNotFoundLog({ log, clock, loggablePath }: NotFoundLogDeps): (path: string) => void {
  const isLogged = limitLines(clock, 60, (count) => log.info("page.not_found_unlogged", { count }));
  return (path) => {
    if (isLogged()) log.info("page.not_found", { path: loggablePath(path) });
  };
}

/** Redirects a page path typed in capitals, for example from print, to the page. */
async function answerMistyped(
  c: PageContext,
  pages: Pages,
  path: string,
  answerUnknown: UnknownPathAnswer,
): Promise<Response> {
  const plain = path.toLowerCase();
  const { isKnown, shared } = pages.getDelivery(plain);
  return isKnown && shared ? redirectTo(c, plain) : answerUnknown(c, path);
}

async function answerKnown(
  c: PageContext,
  pages: Pages,
  delivery: Delivery,
  limit: RenderLimit,
): Promise<Response> {
  const { method } = c.req;
  const isAnswered = method === "GET" || method === "HEAD" || (method === "POST" && delivery.acceptsForms);
  if (!isAnswered) return refuseMethod(c, delivery);
  const isAllowed = await limit.allows(c.get("clientAddress"), c.req.raw.headers);
  if (!isAllowed) return rejectForOverload(c, "too-many");
  const response = await renderForVisitor(c, pages, await chooseLane(c, pages, limit));
  limit.count(c.get("clientAddress"), response);
  return response;
}

/** Requests with a session of an account with a role use the staff lane. */
async function chooseLane(c: PageContext, pages: Pages, limit: RenderLimit): Promise<RenderLane> {
  // When no request has to wait, the lane does not matter and the database is not queried.
  if (pages.isBusy() && (await limit.hasStaffSession(c.req.raw.headers))) return "session";
  return c.req.method === "POST" ? "form" : "pageView";
}

/** The delay keeps clients that retry immediately from taking the time of all others. */
export async function rejectForOverload(c: Context, kind: "too-many" | "unavailable"): Promise<Response> {
  await delayOverloadResponse();
  return answerOverload(c, kind);
}

async function renderForVisitor(c: PageContext, pages: Pages, lane: RenderLane): Promise<Response> {
  const facts = { requestId: c.get("requestId"), clientAddress: c.get("clientAddress") };
  let response: Response;
  try {
    response = await pages.respond(c.req.raw, facts, lane);
  } catch (error) {
    if (error instanceof QueueIsFull) return rejectForOverload(c, "unavailable");
    throw error;
  }
  // The page failed because the connection closed before its form arrived, so the response cannot be delivered.
  if (hasDisconnected(c)) return answerFault(c, "invalid");
  response.headers.set("X-Request-Id", c.get("requestId"));
  return response;
}

function refuseMethod(c: PageContext, { acceptsForms }: Delivery): Response {
  const response = answerFault(c, "not-allowed");
  response.headers.set("Allow", acceptsForms ? "GET, HEAD, POST" : "GET, HEAD");
  return response;
}

function redirectTo(c: PageContext, path: string): Response {
  return c.redirect(path + new URL(c.req.url).search, 308);
}

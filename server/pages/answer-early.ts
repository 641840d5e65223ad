import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { PageVariant } from "#app/pages/delivery/page-variant.ts";
import { pages as registeredPages } from "#app/pages/registry.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { toPagePath } from "#server/responses/page-path.ts";
import type { UnknownPathAnswer } from "./answer-page.ts";
import { rejectForOverload } from "./answer-page.ts";
import { answerShared } from "./answer-shared.ts";
import type { RenderLimit } from "#server/middleware/limit-renders.ts";
import type { Pages } from "./pages.ts";

type Env = { Bindings: HttpBindings; Variables: RequestEnv };
type EarlyHandler = MiddlewareHandler<Env>;

/** Paths below which endpoints answer, with responses of their own for unknown paths. */
const endpointPaths = /^\/(?:api|functions|assets|\.well-known|auth\/single-sign-on)(?:\/|$)/;

/** Answers `GET` of paths without a page before the request is logged and passed through the endpoints, which cost more than the response. */
export function answerUnknownPaths(pages: Pages, answerUnknown: UnknownPathAnswer): EarlyHandler {
  return async (c, next) => {
    const path = new URL(c.req.url).pathname;
    const isHandledByNext =
      endpointPaths.test(path) ||
      pages.getDelivery(toPagePath(path)).isKnown ||
      // `answerPage` redirects these.
      (path.length > 1 && path.endsWith("/")) ||
      pages.getDelivery(path.toLowerCase()).isKnown;
    return isHandledByNext ? next() : answerUnknown(c, path);
  };
}

/**
 * Answers `GET /auth` from memory if the response depends on nothing but the state of the screen. Every view counts toward the limit,
 * because other responses cost more.
 * @param headers headers common to all responses
 */
export function answerSignInPage(
  pages: Pages,
  findScreen: (request: Request) => PageVariant | undefined,
  limit: RenderLimit,
  headers: Readonly<Record<string, string>>,
): EarlyHandler {
  return async (c: Context<Env>, next) => {
    const address = c.get("clientAddress");
    if (!(await limit.allows(address, c.req.raw.headers))) return rejectForOverload(c, "too-many");
    const screen = findScreen(c.req.raw);
    if (screen === undefined) {
      await next();
      limit.count(address, c.res);
      return undefined;
    }
    const page = await pages.variant(registeredPages.auth.path, screen);
    const response = await answerShared(c, page, headers);
    limit.count(address, response);
    return response;
  };
}

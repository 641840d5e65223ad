import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler, Next } from "hono";
import type { Log } from "#app/platform/log.server.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { findRouteGroup, type RequestCounts, type RouteGroup } from "./request-counts.ts";

/** Adds a duration to a histogram. */
type ObserveRequest = (route: RouteGroup, seconds: number) => void;

type Env = { Bindings: HttpBindings; Variables: RequestEnv };

/** Counts a request that is answered before the request log, and logs a sample of them. */
export type CountEarly = (request: {
  route: RouteGroup;
  method: string;
  path: string;
  status: number;
}) => void;

/** Counts the requests that a handler answers before the request log. */
export type EarlyObserver = <E extends object>(
  route: RouteGroup,
  handler: MiddlewareHandler<E>,
) => MiddlewareHandler<E>;

/**
 * @param deps.sampleShare from 0 to 1: the share of these requests that is logged
 * @param deps.random from 0 to below 1
 */
export function countEarly(deps: {
  counts: RequestCounts;
  log: Log;
  loggablePath(path: string): string;
  sampleShare: number;
  random?: () => number;
}): CountEarly {
  const { counts, log, loggablePath, sampleShare, random = Math.random } = deps;
  return ({ route, method, path, status }) => {
    counts.count(route, method, status);
    if (sampleShare > 0 && random() < sampleShare) {
      log.info("request.sampled", { route, method, path: loggablePath(path), status });
    }
  };
}

export function observeEarly(count: CountEarly): EarlyObserver {
  return (route, handler) => async (c, next) => {
    const response = await handler(c, next);
    // If a later handler has answered, `next()` has returned nothing or the context, which has a function of this name.
    if (typeof response?.status !== "number") return response;
    const { pathname: path } = new URL(c.req.url);
    count({ route, method: c.req.method, path, status: response.status });
    return response;
  };
}

/** Counts all requests that pass, also those that a later middleware refuses. */
export function countRequests(counts: RequestCounts, route: RouteGroup): MiddlewareHandler {
  return async (c, next) => {
    await next();
    counts.count(route, c.req.method, c.res.status);
  };
}

/** Counts and times the requests that are not answered early. */
export function observeRequests(
  counts: RequestCounts,
  observe: ObserveRequest | undefined,
): (c: Context<Env>, next: Next) => Promise<void> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const route = findRouteGroup(new URL(c.req.url).pathname, c.req.method);
    counts.count(route, c.req.method, c.res.status);
    observe?.(route, (performance.now() - start) / 1_000);
  };
}

import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { withRequestAccount } from "#app/platform/http/request-account.server.ts";
import { limitLines } from "#app/platform/text/limit-lines.server.ts";
import { hasClosed, hasDisconnected } from "#server/responses/has-disconnected.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";

type Deps = {
  log: Log;
  clock: Clock;
  clientDigest(address: string): string;
  loggablePath(path: string): string;
};

/** Requests without an account that one process logs in a minute: at about 230 bytes each, at most 330 MB a day. */
const maxAnonymousLines = 1_000;

/**
 * Logs each request except those for unknown pages and those served from cache, for which logging would cost more than the response.
 * Requests without an account are limited per minute. `client` identifies a client without revealing its address. `accountId` is present if
 * the request looked up its session.
 */
export function requestLog({ log, clock, clientDigest, loggablePath }: Deps) {
  const isLogged = limitLines(clock, maxAnonymousLines, (count) => log.info("request.unlogged", { count }));
  return createMiddleware<{ Bindings: HttpBindings; Variables: RequestEnv }>(async (c, next) => {
    const start = performance.now();
    const accountId = await withRequestAccount(next);
    const isAborted = isAbortedByClient(c);
    // The not-found page has its own log entry, which is limited per minute: a scanner must not fill the disk.
    if (c.res.status === 404) return;
    if (accountId === undefined && !isLogged()) return;
    log[isAborted ? "info" : getLogLevel(c.res.status)](isAborted ? "request.aborted" : "request.answered", {
      requestId: c.get("requestId"),
      client: clientDigest(c.get("clientAddress")),
      ...(accountId === undefined ? {} : { accountId }),
      method: c.req.method,
      path: loggablePath(new URL(c.req.url).pathname),
      ...(isAborted ? {} : { status: c.res.status }),
      ms: Math.round((performance.now() - start) * 10) / 10,
    });
  });
}

/** A limit or a database that does not respond causes 503. The latter has an entry of its own, so that floods do not bury faults. */
function getLogLevel(status: number): "error" | "warn" | "info" {
  if (status === 503) return "warn";
  return status >= 500 ? "error" : "info";
}

/** Rendering also fails if the client disconnects after a complete request. Other failures have log entries of their own. */
function isAbortedByClient(c: Context<{ Bindings: HttpBindings; Variables: RequestEnv }>): boolean {
  return hasDisconnected(c) || (c.res.status >= 500 && hasClosed(c));
}

import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { createMiddleware } from "hono/factory";
import type { Log } from "#app/platform/log.server.ts";
import { clientAddressFinder } from "#app/platform/client-address.server.ts";

/** What every handler may know of its request. */
export type RequestEnv = { requestId: string; clientAddress: string };

/** Numbers the request and finds the visitor's address. A client cannot choose either. */
export function requestFacts(trustedProxies: readonly string[], log: Log) {
  const addressOf = clientAddressFinder(trustedProxies);
  let hasWarned = false;
  return createMiddleware<{ Bindings: HttpBindings; Variables: RequestEnv }>(async (c, next) => {
    const forwardedFor = c.req.header("x-forwarded-for");
    if (forwardedFor !== undefined && trustedProxies.length === 0 && !hasWarned) {
      hasWarned = true;
      log.warn("proxy.header_ignored", { hint: "Name the proxy before this server in TRUSTED_PROXIES." });
    }
    c.set("requestId", randomUUID());
    c.set("clientAddress", addressOf(c.env.incoming.socket.remoteAddress ?? "", forwardedFor));
    await next();
  });
}

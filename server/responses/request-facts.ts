import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { createMiddleware } from "hono/factory";
import type { Log } from "#app/platform/log.server.ts";
import { clientAddressFinder } from "#app/platform/http/client-address.server.ts";

/** Facts about the request that every handler can read. */
export type RequestEnv = { requestId: string; clientAddress: string };

/** Assigns the request ID and determines the client's address. A client can choose neither. */
export function requestFacts(trustedProxies: readonly string[], log: Log) {
  const findAddress = clientAddressFinder(trustedProxies);
  let hasWarned = false;
  return createMiddleware<{ Bindings: HttpBindings; Variables: RequestEnv }>(async (c, next) => {
    const forwardedFor = c.req.header("x-forwarded-for");
    if (forwardedFor !== undefined && trustedProxies.length === 0 && !hasWarned) {
      hasWarned = true;
      log.warn("proxy.header_ignored", { hint: "Add the proxy in front of this server to TRUSTED_PROXIES." });
    }
    c.set("requestId", randomUUID());
    c.set("clientAddress", findAddress(c.env.incoming.socket.remoteAddress ?? "", forwardedFor));
    await next();
  });
}

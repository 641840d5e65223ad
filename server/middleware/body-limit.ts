import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { answerFault } from "#server/responses/faults.ts";

/**
 * Rejects bodies above a size. A declared length is compared without reading the body, because Node reads no further than it. Hono's own
 * limit reads the body first, which makes a request several times as expensive.
 */
export function limitBody(maxBytes: number): MiddlewareHandler {
  const limitUnknown = bodyLimit({ maxSize: maxBytes, onError: (c) => answerFault(c, "too-large") });
  return async (c, next) => {
    const length = c.req.header("content-length");
    if (length === undefined || c.req.header("transfer-encoding") !== undefined) return limitUnknown(c, next);
    return Number(length) > maxBytes ? answerFault(c, "too-large") : next();
  };
}

/** Receives the whole body before the request enters a queue. Otherwise clients that send slowly would occupy its positions. */
export function bufferBody(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.raw.body === null) return next();
    const body = await c.req.arrayBuffer();
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body });
    return next();
  };
}

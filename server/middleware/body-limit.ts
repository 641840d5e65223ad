import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { answerFault } from "#server/responses/faults.ts";

/**
 * Refuses bodies over a size. One that says its length is judged by that, since Node reads no further: to ask for the body
 * itself, as hono's own limit does, turns the request into one that costs several times as much.
 */
export function limitBody(maxBytes: number): MiddlewareHandler {
  const limitUnknown = bodyLimit({ maxSize: maxBytes, onError: (c) => answerFault(c, "too-large") });
  return async (c, next) => {
    const length = c.req.header("content-length");
    if (length === undefined || c.req.header("transfer-encoding") !== undefined) return limitUnknown(c, next);
    return Number(length) > maxBytes ? answerFault(c, "too-large") : next();
  };
}

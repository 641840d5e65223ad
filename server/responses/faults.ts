import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { type ErrorKind, errorTable, getErrorKind } from "#app/platform/errors.ts";
import type { Log } from "#app/platform/log.server.ts";
import { logRefusal } from "#app/platform/http/log-refusal.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { hasDisconnected } from "./has-disconnected.ts";
import type { RequestEnv } from "./request-facts.ts";
import { answerFailedPage } from "./small-pages.ts";

/** Answers a known kind of fault. */
export function answerFault(c: Context, kind: ErrorKind): Response {
  return refuse(kind, { requestId: getRequestId(c) });
}

/** Answers a path below a prefix that has no pages. */
export function answerNotFound(c: Context): Response {
  return answerFault(c, "not-found");
}

/** Handles errors thrown outside of page rendering. Logs them in full and reveals only their kind. */
export function answerThrown(log: Log) {
  return (error: Error, c: Context<{ Bindings: HttpBindings; Variables: RequestEnv }>): Response => {
    // The error describes the aborted connection and resembles a database error.
    if (hasDisconnected(c)) return answerFault(c, "invalid");
    const kind = faultKind(error);
    const isFailure = errorTable[kind].status >= 500;
    const fields = { requestId: getRequestId(c), kind, error };
    if (isFailure) log.error("request.failed", fields);
    else logRefusal(log, fields);
    return isForPeople(c) ? answerFailedPage(kind, getRequestId(c)) : answerFault(c, kind);
  };
}

/** Whether the client expects an HTML page. */
function isForPeople({ req }: Context): boolean {
  const isEndpoint = req.path.startsWith("/api/") || req.path.startsWith("/functions/");
  return !isEndpoint && req.header("accept")?.includes("text/html") === true;
}

function faultKind(error: Error): ErrorKind {
  if (error instanceof HTTPException && error.status < 500) {
    return error.status === 413 ? "too-large" : "invalid";
  }
  return isUnavailable(error) ? "unavailable" : getErrorKind(error);
}

function getRequestId(c: Context): string | undefined {
  const requestId: unknown = c.get("requestId");
  return typeof requestId === "string" ? requestId : undefined;
}

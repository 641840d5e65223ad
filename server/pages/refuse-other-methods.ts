import type { Context, Hono } from "hono";
import { answerFault, answerNotFound } from "#server/responses/faults.ts";
import { matchesPattern, type PathPattern } from "./path-pattern.ts";

/**
 * Answers requests that no endpoint handled: 405 with `Allow` if the path has endpoints for other methods, otherwise 404.
 * @param app the app after all endpoints are registered
 */
export function refuseOtherMethods(app: Pick<Hono, "routes">) {
  const endpoints = readEndpoints(app);
  return (c: Context): Response => {
    const segments = c.req.path.split("/");
    const found = endpoints.find(({ pattern }) => matchesPattern(pattern, segments));
    if (found === undefined || found.methods.includes(c.req.method)) return answerNotFound(c);
    const response = answerFault(c, "not-allowed");
    response.headers.set("Allow", found.methods.join(", "));
    return response;
  };
}

type Endpoint = { pattern: PathPattern; methods: readonly string[] };

function readEndpoints({ routes }: Pick<Hono, "routes">): Endpoint[] {
  const methodsByPath = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
    // Skips middleware, which is registered for all methods or for all paths below a prefix.
    if (method === "ALL" || path.includes("*")) continue;
    const methods = methodsByPath.get(path) ?? new Set();
    methodsByPath.set(path, methods.add(method));
    if (method === "GET") methods.add("HEAD");
  }
  return [...methodsByPath].map(([path, methods]) => ({ pattern: path.split("/"), methods: [...methods] }));
}

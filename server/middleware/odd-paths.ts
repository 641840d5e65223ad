import type { Context, MiddlewareHandler } from "hono";

const maxPathLength = 1_024;

/**
 * Rejects paths with consecutive slashes or of more than 1 KB before routing. No page or endpoint has such a path, and matching one takes
 * time quadratic in its length.
 */
export function rejectInvalidPaths(
  answer: (c: Context, path: string) => Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    // `c.req.path` is not used because it is decoded.
    const path = pathIn(c.req.url);
    return path.length > maxPathLength || path.includes("//") ? answer(c, path) : next();
  };
}

/** Returns the raw path of an absolute URL, without its query. */
function pathIn(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start === -1) return "/";
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

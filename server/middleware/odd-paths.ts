import type { Context, MiddlewareHandler } from "hono";

const maxPathLength = 1_024;

/**
 * Answers paths that no page or endpoint can have before anything is matched: those with two slashes in a row, and those of more than
 * one KB. Matching and trimming them costs time that grows with the square of their length.
 */
export function answerOddPaths(answer: (c: Context, path: string) => Promise<Response>): MiddlewareHandler {
  return async (c, next) => {
    // Not `c.req.path`, which is decoded.
    const path = pathIn(c.req.url);
    return path.length > maxPathLength || path.includes("//") ? answer(c, path) : next();
  };
}

/** The path of an absolute URL as it was sent, without its query. */
function pathIn(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start === -1) return "/";
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

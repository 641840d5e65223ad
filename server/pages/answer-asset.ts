import type { Context, MiddlewareHandler } from "hono";
import type { Asset } from "./assets.ts";

/**
 * Answers requests for built files. Their names contain a hash, so browsers can cache them indefinitely.
 * @param headers headers common to all responses
 */
export function answerAsset(
  find: (path: string) => Asset | undefined,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c: Context, next) => {
    const asset = find(c.req.path);
    if (asset === undefined) return next();
    const { bytes, encoding } = await asset.body.for(c.req.header("accept-encoding"));
    return new Response(c.req.method === "HEAD" ? null : bytes, {
      headers: {
        ...headers,
        "Content-Type": asset.type,
        "Cache-Control": "public, max-age=31536000, immutable",
        Vary: "Accept-Encoding",
        ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
      },
    });
  };
}

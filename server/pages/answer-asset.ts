import type { Context, MiddlewareHandler } from "hono";
import type { Asset } from "./assets.ts";

/**
 * Answers a built file. Its name holds its hash, so a browser may keep it for good.
 * @param headers those of every answer of this server
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

import type { MiddlewareHandler } from "hono";
import type { FindPicture } from "#app/publishing/pictures/read-pictures.server.ts";
import { assetCacheControl } from "./assets.ts";

/** The headers of a picture. Its path names its bytes, which never change. */
export const pictureHeaders = { "Content-Type": "image/webp", "Cache-Control": assetCacheControl } as const;

/**
 * Answers requests for pictures that staff have uploaded.
 * @param headers headers common to all responses
 */
export function answerPicture(
  find: FindPicture,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c, next) => {
    const bytes = await find(c.req.path);
    if (bytes === undefined) return next();
    return new Response(c.req.method === "HEAD" ? null : bytes, {
      headers: { ...headers, ...pictureHeaders },
    });
  };
}

import type { Context } from "hono";
import type { Asset } from "./assets.ts";
import { answerNotFound } from "./faults.ts";

/** Answers a built file. Its name holds its hash, so a browser may keep it for good. */
export function answerAsset(find: (path: string) => Asset | undefined) {
  return async (c: Context): Promise<Response> => {
    const asset = find(c.req.path);
    if (asset === undefined) return answerNotFound(c);
    const { bytes, encoding } = await asset.body.for(c.req.header("accept-encoding"));
    return c.body(bytes, 200, {
      "Content-Type": asset.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    });
  };
}

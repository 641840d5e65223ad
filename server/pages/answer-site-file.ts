import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { answerShared } from "./answer-shared.ts";
import { encodeBody } from "./encoded-body.ts";
import type { SharedPage } from "./pages.ts";
import type { SiteFile } from "./site-files.ts";

/**
 * Answers requests for generated files, each of which is created once, on first use.
 * @param headers headers common to all responses
 */
export function answerSiteFile(
  files: Readonly<Record<string, SiteFile>>,
  siteUrl: string,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  const cache = new Map<string, Promise<SharedPage>>();
  return async (c, next) => {
    const { path } = c.req;
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (file === undefined) return next();
    const made = cache.get(path) ?? createFile(file, siteUrl);
    cache.set(path, made);
    // A failed file is created again for the next request.
    made.catch(() => cache.delete(path));
    return answerShared(c, await made, headers);
  };
}

async function createFile({ type, headers, make }: SiteFile, siteUrl: string): Promise<SharedPage> {
  const bytes = await make(siteUrl);
  return {
    status: 200,
    html: "",
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600", ...headers },
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    body: encodeBody(bytes, type),
  };
}

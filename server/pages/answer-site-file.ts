import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { answerShared } from "./answer-shared.ts";
import { encodeBody } from "./encoded-body.ts";
import type { SharedPage } from "./pages.ts";
import type { SiteFile } from "./site-files.ts";

/**
 * Answers files that the program makes of its content, each made once, when it is first asked for.
 * @param headers those of every answer of this server
 */
export function answerSiteFile(
  files: Readonly<Record<string, SiteFile>>,
  siteUrl: string,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  const kept = new Map<string, Promise<SharedPage>>();
  return async (c, next) => {
    const { path } = c.req;
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (file === undefined) return next();
    const made = kept.get(path) ?? makeFile(file, siteUrl);
    kept.set(path, made);
    // One that failed is made again for the next who asks.
    made.catch(() => kept.delete(path));
    return answerShared(c, await made, headers);
  };
}

async function makeFile({ type, headers, make }: SiteFile, siteUrl: string): Promise<SharedPage> {
  const bytes = await make(siteUrl);
  return {
    status: 200,
    html: "",
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600", ...headers },
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    body: encodeBody(bytes, type),
  };
}

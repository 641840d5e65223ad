import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { refuse } from "#app/platform/http/refusal.ts";
import type { RenderLimit } from "#server/middleware/limit-renders.ts";
import { rejectForOverload } from "#server/pages/answer-page.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";

/** The metrics and the token that a request for them needs. */
export type ProtectedMetrics = Pick<MetricsRegistry, "contentType" | "print"> & { token: string };

/**
 * Answers `GET /metrics`. Wrong tokens count toward the limit of pages of an address, in memory, so that a guess costs no database access.
 * The right token has no limit.
 */
export function answerMetrics({ token, contentType, print }: ProtectedMetrics, limit: RenderLimit) {
  const expected = digest(`Bearer ${token}`);
  return async (c: Context<{ Bindings: HttpBindings; Variables: RequestEnv }>): Promise<Response> => {
    // Digests have equal lengths, which the comparison in constant time requires.
    if (timingSafeEqual(digest(c.req.header("authorization") ?? ""), expected)) {
      return new Response(await print(), {
        headers: { "Content-Type": contentType, "Cache-Control": "no-store" },
      });
    }
    const address = c.get("clientAddress");
    if (!(await limit.allows(address, c.req.raw.headers))) return rejectForOverload(c, "too-many");
    limit.countGuess(address);
    const response = refuse("signed-out", { message: "The metrics require a bearer token." });
    response.headers.set("WWW-Authenticate", "Bearer");
    return response;
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

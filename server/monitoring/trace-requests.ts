import { SpanKind } from "@opentelemetry/api";
import { createMiddleware } from "hono/factory";
import { inSpan } from "#app/platform/tracing.server.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";

/**
 * Traces the requests that the request log contains. A trace that a client names in `traceparent` is not continued, because anyone could
 * then choose which requests are recorded.
 * @param loggablePath masks identifiers in a path
 */
export function traceRequests(loggablePath: (path: string) => string) {
  return createMiddleware<{ Variables: RequestEnv }>(async (c, next) => {
    const { method } = c.req;
    const path = loggablePath(new URL(c.req.url).pathname);
    const attributes = { "http.request.method": method, "url.path": path };
    await inSpan({ name: `${method} ${path}`, kind: SpanKind.SERVER, attributes }, async (addAttributes) => {
      await next();
      const { status } = c.res;
      addAttributes({
        "http.response.status_code": status,
        "app.request_id": c.get("requestId"),
        ...(status >= 500 ? { "error.type": String(status) } : {}),
      });
    });
  });
}

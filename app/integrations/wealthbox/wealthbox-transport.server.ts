import { setTimeout as sleep } from "node:timers/promises";
import type { SendRequest } from "#app/integrations/requests/send-request.server.ts";
import { wealthboxUrl, type WealthboxTransport } from "./wealthbox-client.server.ts";

/** The documented limit is 300 requests in five minutes. */
const defaultIntervalMs = 1_000;

/** Creates transports with an access token. All transports of a process share one rate limit. */
export function createWealthboxTransport({
  sendRequest,
  wealthboxUrl: url = wealthboxUrl,
  intervalMs = defaultIntervalMs,
}: {
  sendRequest: SendRequest;
  wealthboxUrl?: string | undefined;
  intervalMs?: number;
}): (token: string, signal: AbortSignal) => WealthboxTransport {
  let nextAt = 0;
  return (token, signal) =>
    async ({ method, path, body }) => {
      const now = performance.now();
      const waitMs = Math.max(0, nextAt - now);
      nextAt = now + waitMs + intervalMs;
      // When the program stops, the request ends immediately.
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      const headers = { accept: "application/json", ACCESS_TOKEN: token };
      return sendRequest(
        {
          method,
          url: `${url}${path}`,
          headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
        signal,
      );
    };
}

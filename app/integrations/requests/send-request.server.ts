import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { SpanKind } from "@opentelemetry/api";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { inSpan } from "#app/platform/tracing.server.ts";

/** A request to a system outside the program. */
export type OutgoingRequest = {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Longer responses are cut off. A megabyte by default, whose parsing takes a second if each chunk has one byte. */
  maxResponseBytes?: number;
};

/** The response, or the reason why the request failed. `private-address`: the host name has an address that may not be contacted. */
export type RequestOutcome =
  | {
      ok: true;
      status: number;
      /** The header `Retry-After`, from 1 to 86,400. */
      retryAfterSeconds: number | undefined;
      body: string;
      /** False if the body was longer than the limit, or the connection ended too early. */
      isComplete: boolean;
    }
  | { ok: false; problem: "timeout" | "private-address" | "unreachable" | "stopped" };

/** @param signal cancels the request when the program stops */
export type SendRequest = (request: OutgoingRequest, signal: AbortSignal) => Promise<RequestOutcome>;

/** Which addresses may be contacted besides public ones. */
export type HostAccess = {
  /** The machine itself, which development uses. */
  allowsLoopback: boolean;
  /** Private and link-local networks, and the machine itself. */
  allowsPrivateHosts: boolean;
  /** Tests use a shorter one. */
  timeoutMs?: number;
};

/** Includes name resolution, the connection and the response. `request-problems.ts` names it. */
const requestTimeoutMs = 15_000;

const defaultMaxResponseBytes = 1_000_000;

/** Interim responses, such as 103. */
const maxInterimResponses = 10;

const maxRetryAfterSeconds = 86_400;

/**
 * Creates the function for all requests to other systems. It resolves the host name, refuses the request if any of the addresses may not be
 * contacted, and connects to an address that was checked. Otherwise a URL could reach services inside the firm's network (server-side request
 * forgery). Redirects are not followed, because their target was not checked.
 */
export function createRequestSender({
  allowsLoopback,
  allowsPrivateHosts,
  timeoutMs = requestTimeoutMs,
}: HostAccess): SendRequest {
  const options = {
    allowPrivateIPAddress: allowsPrivateHosts,
    allowIPAddressList: allowsLoopback ? ["127.0.0.1", "::1"] : [],
  };
  const agents = {
    "http:": new RequestFilteringHttpAgent(options),
    "https:": new RequestFilteringHttpsAgent(options),
  };
  const send: SendRequest = (
    { method, url, headers, body, maxResponseBytes = defaultMaxResponseBytes },
    signal,
  ) =>
    new Promise((resolve) => {
      const { protocol } = new URL(url);
      const isEncrypted = protocol !== "http:";
      const request = (isEncrypted ? requestHttps : requestHttp)(url, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        },
        agent: agents[isEncrypted ? "https:" : "http:"],
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      let hasResponse = false;
      let interimResponses = 0;
      request.on("information", () => {
        interimResponses += 1;
        if (interimResponses > maxInterimResponses) request.destroy();
      });
      request.on("response", (response) => {
        // The last bytes before the end of the request can contain a response.
        if (request.destroyed) return;
        hasResponse = true;
        void readResponse(response, maxResponseBytes).then(resolve);
      });
      request.on("error", (error) => {
        // The status of a response counts, although its body did not end in time.
        if (!hasResponse) resolve({ ok: false, problem: findProblem(error, signal) });
      });
      // Without an error or a response, for example after a 101, which changes the protocol.
      request.on("close", () => {
        if (!hasResponse) resolve({ ok: false, problem: "unreachable" });
      });
      request.end(body);
    });
  return traceRequests(send);
}

/** Records each request as a span with the host and the status. */
function traceRequests(send: SendRequest): SendRequest {
  return (request, signal) => {
    const { method } = request;
    const attributes = { "http.request.method": method, "server.address": new URL(request.url).hostname };
    return inSpan({ name: method, kind: SpanKind.CLIENT, attributes }, async (addAttributes) => {
      const outcome = await send(request, signal);
      addAttributes(
        outcome.ok ? { "http.response.status_code": outcome.status } : { "error.type": outcome.problem },
      );
      return outcome;
    });
  };
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<RequestOutcome> {
  const { statusCode: status = 0, headers } = response;
  const { body, isComplete } = await readBody(response, maxBytes);
  return {
    ok: true,
    status,
    retryAfterSeconds: parseRetryAfter(headers["retry-after"], new Date()),
    body,
    isComplete,
  };
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ body: string; isComplete: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isComplete = true;
  try {
    for await (const chunk of response) {
      // The response has no encoding, so its chunks are buffers.
      const data: unknown = chunk;
      if (!Buffer.isBuffer(data)) continue;
      bytes += data.length;
      if (bytes > maxBytes) {
        isComplete = false;
        break;
      }
      chunks.push(data);
    }
  } catch {
    isComplete = false;
  }
  response.destroy();
  return { body: Buffer.concat(chunks).toString("utf8"), isComplete };
}

function findProblem(error: Error, signal: AbortSignal): Extract<RequestOutcome, { ok: false }>["problem"] {
  if (signal.aborted) return "stopped";
  if (error.name === "AbortError") return "timeout";
  // The library has no error class or code for a refused address.
  return /^DNS lookup .* is not allowed/.test(error.message) ? "private-address" : "unreachable";
}

/** @returns the seconds of a `Retry-After` header, which contains seconds or a date (RFC 9110, 10.2.3) */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((Date.parse(value) - now.getTime()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), maxRetryAfterSeconds);
}

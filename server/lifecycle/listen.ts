import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/** Limits on client connections, to withstand slow or malicious clients. Times are in milliseconds. */
export type ConnectionLimits = {
  /** Time to receive all headers of a request. */
  headersTimeoutMs: number;
  /**
   * Time to receive a request including its body: longer than the proxies of `deploy/` permit, whose two minutes let staff upload pictures
   * over slow connections. A client that sends nothing is disconnected after `idleTimeoutMs`.
   */
  requestTimeoutMs: number;
  /** Time without any traffic, which closes connections whose client does not read the response. */
  idleTimeoutMs: number;
  /** Interval between checks of the timeouts. */
  checkIntervalMs: number;
  /** Concurrent connections. An idle one uses about 10 KB; one with a body or with four responses in flight uses up to 120 KB. */
  maxConnections: number;
  /** Unanswered requests on one connection. Browsers and proxies send one at a time; pipelining more closes the connection. */
  maxPipelined: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 130_000,
  idleTimeoutMs: 60_000,
  checkIntervalMs: 2_000,
  maxConnections: 12_000,
  maxPipelined: 4,
};

/**
 * Creates a server that closes connections whose client sends too slowly, stalls or does not read. By default, Node closes connections five
 * seconds after the last response and rejects headers above 16 KiB.
 */
export function createHttpServer(
  listener: RequestListener,
  limits: ConnectionLimits = defaultConnectionLimits,
): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
    limitPipelining(listener, limits.maxPipelined),
  );
  server.maxConnections = limits.maxConnections;
  // One of several processes would otherwise return the connection to the supervisor, which would offer it again and again.
  Object.assign(server, { dropMaxConnection: true });
  return server.setTimeout(limits.idleTimeoutMs);
}

/**
 * Closes a connection that pipelines more requests than the limit; responses that were not sent are lost, and a client must retry those
 * requests (RFC 9112, section 9.3.2). Ignoring the requests instead would not help, because Node keeps them in a list per connection.
 * `maxRequestsPerSocket` also counts requests that a proxy sends one after the other.
 */
function limitPipelining(listener: RequestListener, maxPipelined: number): RequestListener {
  const unanswered = new WeakMap<Socket, { count: number }>();
  function endAnswer(this: ServerResponse): void {
    const requests = unanswered.get(this.req.socket);
    if (requests !== undefined) requests.count -= 1;
  }
  return (request, response) => {
    const { socket } = request;
    const requests = unanswered.get(socket) ?? { count: 0 };
    if (!unanswered.has(socket)) unanswered.set(socket, requests);
    if (requests.count >= maxPipelined) {
      socket.destroy();
      return;
    }
    requests.count += 1;
    response.on("close", endAnswer);
    listener(request, response);
  };
}

/** Logs at most once per minute how many connections were rejected because the maximum was reached. */
export function logRejectedConnections(server: Server, log: Log): void {
  let count = 0;
  server.on("drop", () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      log.warn("server.connections_rejected", { count });
      count = 0;
    }, 60_000).unref();
  });
}

/**
 * Listens on the configured address.
 * @returns the port
 * @throws StartupProblem if the port is in use or not permitted
 */
export async function listen(server: Server, at: { host: string; port: number }): Promise<number> {
  server.listen(at.port, at.host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new StartupProblem(
      problems[String(code)]?.(at) ?? `Cannot listen on ${at.host}:${at.port} (${String(code)}).`,
      {
        cause: error,
      },
    );
  }
  const { port } = server.address() as AddressInfo; // listening on a port, so neither a path nor null
  return port;
}

/** Shorter than the time after which a client, and `requestTimeoutMs`, give up. */
const startTimeoutMs = 20_000;

/**
 * Answers requests that arrive before the server is ready. Reading requests get 503, because a proxy sends them to another server then. A
 * form waits for the server, because a proxy does not send it twice. The liveness probe gets 200, because a supervisor would otherwise end a
 * server during a long migration.
 * @param started resolves with the listener of the ready server
 */
export function answerWhileStarting(
  started: Promise<RequestListener>,
  timeoutMs: number = startTimeoutMs,
): RequestListener {
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  };
  const answerStarting: RequestListener = (_request, response) => {
    response.writeHead(503, { ...headers, "Retry-After": "1" }).end("starting");
  };
  return (request, response) => {
    if (request.method === "GET" || request.method === "HEAD") {
      if (request.url === "/healthz") response.writeHead(200, headers).end("ok");
      else answerStarting(request, response);
      return;
    }
    const timer = Promise.withResolvers<RequestListener>();
    const timeout = setTimeout(() => timer.resolve(answerStarting), timeoutMs);
    void Promise.race([started, timer.promise]).then((answer) => {
      clearTimeout(timeout);
      if (!response.destroyed) answer(request, response);
    });
  };
}

/** Stops accepting connections and waits for in-flight requests, at most `gracePeriodMs`. */
export async function stopServer(server: Server, gracePeriodMs: number): Promise<void> {
  const closed = once(server, "close");
  // A client that keeps sending requests would keep its connection open indefinitely.
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  // Accepts the connections that wait in the system's queue, which closing resets although a proxy has sent its request.
  await setImmediate();
  await setImmediate();
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), gracePeriodMs);
  await closed;
  clearTimeout(timer);
}

const problems: Readonly<Record<string, (at: { host: string; port: number }) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is already in use: stop the program that uses it, or set PORT to another number.`,
  EACCES: ({ port }) =>
    `Port ${port} requires privileges that this user lacks: set PORT to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST ${host} is not an address of this machine: set it to one of its addresses or to 127.0.0.1.`,
  ENOTFOUND: ({ host }) =>
    `HOST ${host} cannot be resolved: set it to an address of this machine or to 127.0.0.1.`,
};

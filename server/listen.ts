import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/** What the server puts up with from whoever is at the other end of a connection. Times in milliseconds. */
export type Patience = {
  /** For all headers of a request. */
  headersMs: number;
  /** For a request with its body. */
  requestMs: number;
  /** For something to move: an answer that nobody reads would be kept for good. */
  stillMs: number;
  /** How often it looks. */
  checkMs: number;
  /** Connections at once; one that waits costs about 10 KB, one with a body under way up to 120 KB. */
  mostConnections: number;
  /** Unanswered requests on one connection. Browsers and proxies send one at a time; pipelining more closes the connection. */
  maxPipelined: number;
};

const usualPatience: Patience = {
  headersMs: 15_000,
  requestMs: 30_000,
  stillMs: 60_000,
  checkMs: 2_000,
  mostConnections: 12_000,
  maxPipelined: 4,
};

/**
 * A server that strangers cannot hold up: whoever sends too slowly, stops half-way or does not read loses the connection,
 * and nobody else notices. Node itself ends connections five seconds after their last answer, and refuses headers above 16 KiB.
 */
export function createPatientServer(listener: RequestListener, patience: Patience = usualPatience): Server {
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
    },
    limitPipelining(listener, patience.maxPipelined),
  );
  server.maxConnections = patience.mostConnections;
  return server.setTimeout(patience.stillMs);
}

/**
 * Closes a connection that pipelines more requests than the limit; responses that were not sent are lost, and a client must retry those
 * requests (RFC 9112, section 9.3.2). Ignoring the requests instead would not help, because Node keeps them in a list per connection.
 * `maxRequestsPerSocket` also counts requests that a proxy sends one after the other.
 */
function limitPipelining(listener: RequestListener, maxPipelined: number): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > maxPipelined) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}

/** Says once a minute how many were turned away because all connections were taken. */
export function logTurnedAway(server: Server, log: Log): void {
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
 * @throws StartupProblem where the port is taken or may not be used
 */
export async function listen(server: Server, at: { host: string; port: number }): Promise<void> {
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
}

/** Stops taking connections and waits for open requests, at most `gracePeriodMs`. */
export async function stopServer(server: Server, gracePeriodMs: number): Promise<void> {
  const closed = once(server, "close");
  // A visitor who goes on asking over an open connection would keep it open for good.
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), gracePeriodMs);
  await closed;
  clearTimeout(timer);
}

const problems: Readonly<Record<string, (at: { host: string; port: number }) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken: stop the program that uses it, or set PORT to another number.`,
  EACCES: ({ port }) => `Port ${port} may not be used by this user: set PORT to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST ${host} is not an address of this machine: set it to one, or to 127.0.0.1.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not an address: set it to one, or to 127.0.0.1.`,
};

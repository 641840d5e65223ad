import { once } from "node:events";
import type { Server } from "node:http";
import { StartupProblem } from "#app/platform/startup-problem.ts";

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

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { testKey } from "./test-certificates.ts";

/** A database server with TLS, made of one without. */
export type TlsRelay = { port: number; stop: () => void };

/** Answers the request for TLS, as PostgreSQL does, and passes on what is said over it. */
export async function startTlsRelay(target: { port: number }, certificate: string): Promise<TlsRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const inner = connect(target.port, "127.0.0.1");
    for (const each of [socket, inner]) sockets.add(each.on("error", () => undefined));
    socket.once("close", () => inner.destroy());
    inner.once("close", () => socket.destroy());
    // The eight bytes of SSLRequest.
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, key: testKey, cert: certificate });
      secure.on("error", () => socket.destroy());
      secure.pipe(inner).pipe(secure);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

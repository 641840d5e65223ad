import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { testKey } from "./test-certificates.ts";

/** A TLS relay in front of a database server without TLS. */
export type TlsRelay = { port: number; stop: () => void };

/** Answers the SSLRequest like PostgreSQL and relays the decrypted connection. */
export async function startTlsRelay(target: { port: number }, certificate: string): Promise<TlsRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const inner = connect(target.port, "127.0.0.1");
    for (const each of [socket, inner]) sockets.add(each.on("error", () => undefined));
    socket.once("close", () => inner.destroy());
    inner.once("close", () => socket.destroy());
    // Consumes the eight bytes of the SSLRequest.
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

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A test double for PgBouncer in transaction mode that rejects session features. */
export type TransactionPooler = { port: number; stop: () => void };

/** PgBouncer refuses all other startup parameters. */
const acceptedParameters = new Set(["user", "database", "application_name", "client_encoding"]);

/**
 * Relays connections to a server. It rejects startup parameters and named prepared statements, and sends its own cancel key. Unlike
 * PgBouncer, it keeps one session per connection.
 */
export async function startTransactionPooler(target: { port: number }): Promise<TransactionPooler> {
  const sockets = new Set<Socket>();
  // Without a delay, because each message is a small packet whose response the other side awaits.
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target.port, host: "127.0.0.1", noDelay: true });
    for (const each of [client, upstream]) sockets.add(each.on("error", () => undefined));
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
    const refuse = (message: string): void => {
      client.end(errorResponse(message));
      upstream.destroy();
    };
    let isStarted = false;
    onMessages(client, {
      hasType: () => isStarted,
      pass(message) {
        const problem = isStarted ? preparedName(message) : unknownParameter(message);
        isStarted = true;
        if (problem === undefined) upstream.write(message);
        else refuse(problem);
      },
    });
    onMessages(upstream, {
      hasType: () => true,
      pass(message) {
        // BackendKeyData: a pooler sends a made-up process ID.
        if (message.toString("latin1", 0, 1) === "K") message.writeInt32BE(-1, 5);
        client.write(message);
      },
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

/**
 * Splits incoming bytes into messages. A message has a type byte, except for the first from a client, and a length that includes itself.
 */
function onMessages(
  socket: Socket,
  handler: { hasType: () => boolean; pass: (message: Buffer) => void },
): void {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const typeLength = handler.hasType() ? 1 : 0;
      if (rest.length < typeLength + 4) return;
      const length = typeLength + rest.readInt32BE(typeLength);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      handler.pass(message);
    }
  });
}

function unknownParameter(message: Buffer): string | undefined {
  // After the length and protocol version, names and values alternate.
  const words = message.toString("utf8", 8).split("\0");
  const name = words.find((word, index) => index % 2 === 0 && word !== "" && !acceptedParameters.has(word));
  return name === undefined ? undefined : `unsupported startup parameter: ${name}`;
}

function preparedName(message: Buffer): string | undefined {
  if (message.toString("latin1", 0, 1) !== "P") return undefined;
  const name = message.toString("utf8", 5, message.indexOf(0, 5));
  return name === "" ? undefined : `prepared statement "${name}" already exists`;
}

function errorResponse(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

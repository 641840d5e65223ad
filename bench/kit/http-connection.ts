import { once } from "node:events";
import { connect } from "node:net";

/** A response as received. */
export type HttpResponse = {
  status: number;
  /** In the received order and case. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  /** Status line and headers, with the empty line that ends them. */
  headBytes: number;
  /** The size of the whole response, from the status line to the end of the body. */
  wireBytes: number;
};

/** One kept-alive connection, one request at a time. */
export type HttpConnection = {
  /** @param request the complete request */
  send(request: string | Buffer): Promise<HttpResponse>;
  close(): void;
};

/**
 * Opens a connection to this machine. A minimal HTTP client can count every byte and uses little of the CPU that it shares with the server.
 * @throws if no server is listening
 */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: HttpResponse): void; reject(reason: unknown): void } | undefined;
  const fail = (reason: Error): void => {
    waiting?.reject(reason);
    waiting = undefined;
  };

  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const answer = parseResponse(received);
      if (answer === undefined) return;
      received = received.subarray(answer.wireBytes);
      waiting?.resolve(answer);
      waiting = undefined;
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server closed the connection.")));

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/**
 * Parses the first complete response.
 * @returns undefined if it is incomplete
 * @throws if it has no length
 */
export function parseResponse(received: Buffer): HttpResponse | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [statusLine = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const headBytes = end + 4;
  const valueOf = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1].toLowerCase();
  const length = valueOf("content-length");
  if (length === undefined && valueOf("transfer-encoding") !== "chunked") {
    throw new Error(`A response without a length: ${statusLine}`);
  }
  const body =
    length === undefined ? readChunks(received, headBytes) : readLength(received, headBytes, Number(length));
  if (body === undefined) return undefined;
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    headBytes,
    body: body.bytes,
    wireBytes: body.end,
  };
}

type Body = { bytes: Buffer; end: number };

function readLength(received: Buffer, start: number, length: number): Body | undefined {
  const end = start + length;
  return received.length < end ? undefined : { bytes: received.subarray(start, end), end };
}

/** Trailers are not supported, because the server sends none. */
function readChunks(received: Buffer, start: number): Body | undefined {
  const chunks: Buffer[] = [];
  for (let position = start; ;) {
    const lineEnd = received.indexOf("\r\n", position);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(received.toString("latin1", position, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (received.length < end) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), end };
    chunks.push(received.subarray(lineEnd + 2, lineEnd + 2 + size));
    position = end;
  }
}

import { connect, type Socket } from "node:net";

/** A raw connection for requests that no browser sends. */
export type RawConnection = {
  /** All received data. */
  received(): string;
  /** Resolves when the server closes the connection. */
  closed: Promise<void>;
  socket: Socket;
};

/** Opens a connection to a local port and sends data. */
export function openConnection(port: number, words: string | Buffer): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    let received = "";
    let hasOpened = false;
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const socket = connect(port, "127.0.0.1", () => {
      hasOpened = true;
      if (words.length > 0) socket.write(words);
      resolve({ received: () => received, closed, socket });
    });
    socket.on("data", (chunk) => (received += chunk.toString("latin1")));
    // A rejection while sending is an error of the socket; the response before it matters.
    socket.on("error", (error) => (hasOpened ? undefined : reject(error)));
    socket.on("close", () => close());
  });
}

/** Opens a connection, sends data and waits until the server closes it. */
export async function converse(port: number, words: string | Buffer): Promise<string> {
  const connection = await openConnection(port, words);
  await connection.closed;
  return connection.received();
}

/** The status of a raw response, or undefined if there was none. */
export function statusIn(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
  return status === undefined ? undefined : Number(status);
}

/** Headers of a request with a JSON body to the assessment's endpoint, up to the line before the body's length. */
export const assessmentHead =
  "POST /functions/v1/pre-loi-assessment HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

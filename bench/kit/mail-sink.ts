import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server on loopback that accepts and counts all messages and stores none. */
export type MailSink = { url: string; count(): number; close(): Promise<void> };

export async function openMailSink(): Promise<MailSink> {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      stream.resume();
      stream.once("end", () => {
        received += 1;
        callback();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo; // listening on a port, so neither a path nor null
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

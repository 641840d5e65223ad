import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server on loopback that takes everything, counts it and keeps nothing. */
export type MailSink = { url: string; taken(): number; close(): Promise<void> };

export async function openMailSink(): Promise<MailSink> {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      stream.resume();
      stream.once("end", () => {
        taken += 1;
        callback();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo; // listening on a port, so neither a path nor null
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => taken,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

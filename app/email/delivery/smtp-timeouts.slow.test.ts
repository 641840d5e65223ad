import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, it } from "vitest";
import { createSmtpTransport } from "./smtp-transport.server.ts";
import type { Delivery, MailTransport } from "./mail-transport.ts";

// The tests run concurrently because they mostly wait, so everything is closed at the end.
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing.toReversed()) close();
});

// Long enough for a busy machine. Only the tests of a timeout wait for it.
const timeouts = { connectMs: 20_000, transferMs: 20_000, replyMs: 20_000 };
const shortTransferMs = 3_000;

function openTransport(url: string, changed: Partial<typeof timeouts> = {}): MailTransport {
  const transport = createSmtpTransport(url, { ...timeouts, ...changed });
  closing.push(() => transport.close());
  return transport;
}

function deliver(transport: MailTransport): Promise<Delivery> {
  return transport.deliver({
    messageId: "<email.1@www.example.com>",
    from: { name: "Pinnacle Wealth Advisory", address: "office@example.com" },
    to: "ada@example.com",
    subject: "Your seat",
    text: "You have a seat.",
    html: "<p>You have a seat.</p>",
    headers: {},
  });
}

describe.concurrent("a server that replies slowly after it has the whole email", () => {
  it.each(["none", "offered", "from-the-start"] as const)(
    "may take until the reply timeout (TLS: %s)",
    async (tls) => {
      const { url } = await startSlowServer({ tls, replyDelayMs: 900 });
      expect(await deliver(openTransport(url))).toMatchObject({ kind: "sent" });
    },
  );

  it("may take longer than the transfer @long", async () => {
    const { url } = await startSlowServer({ tls: "none", replyDelayMs: shortTransferMs + 500 });
    expect(await deliver(openTransport(url, { transferMs: shortTransferMs }))).toMatchObject({
      kind: "sent",
    });
  });

  it("may not take as long at the first steps of the next email @long", async () => {
    const server = await startSlowServer({ tls: "none", replyDelayMs: 100 });
    const transport = openTransport(server.url, { transferMs: shortTransferMs });
    expect(await deliver(transport)).toMatchObject({ kind: "sent" });
    server.stopReplying();
    expect(await deliver(transport)).toEqual({
      kind: "deferred",
      reply: "The mail server did not respond in time.",
      isUnclear: false,
    });
  });

  it("does not delay close()", async () => {
    const { url, hasEmail } = await startSlowServer({ tls: "offered", replyDelayMs: 60_000 });
    const transport = createSmtpTransport(url);
    const delivering = deliver(transport);
    await hasEmail;
    transport.close();
    expect(await delivering).toMatchObject({ kind: "deferred", isUnclear: true });
  });

  it("is aborted at the reply timeout", async () => {
    const { url } = await startSlowServer({ tls: "none", replyDelayMs: 60_000 });
    expect(await deliver(openTransport(url, { replyMs: 400 }))).toEqual({
      kind: "deferred",
      reply: "The mail server did not respond in time.",
      isUnclear: true,
    });
  });
});

it("a server that keeps sending partial replies is aborted at the transfer timeout", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 trickle\r\n");
    socket.once("data", () => {
      const trickle = setInterval(() => socket.write("250-still here\r\n"), 20);
      socket.once("close", () => clearInterval(trickle));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await deliver(openTransport(`smtp://127.0.0.1:${port}`, { transferMs: 300 }))).toEqual({
    kind: "deferred",
    reply: "The mail server did not respond in time.",
    isUnclear: false,
  });
});

/** A server that replies slowly to each email, and can stop replying to the first command of the next. */
async function startSlowServer({
  tls,
  replyDelayMs,
}: {
  tls: "none" | "offered" | "from-the-start";
  replyDelayMs: number;
}): Promise<{ url: string; hasEmail: Promise<void>; stopReplying: () => void }> {
  let isSilent = false;
  const { promise: hasEmail, resolve } = Promise.withResolvers<void>();
  const server = new SMTPServer({
    secure: tls === "from-the-start",
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    disabledCommands: tls === "offered" ? [] : ["STARTTLS"],
    onMailFrom: (_address, _session, callback) => void (isSilent || callback()),
    onData(stream, _session, callback) {
      stream.resume().once("end", () => {
        resolve();
        setTimeout(callback, replyDelayMs).unref();
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  closing.push(() => server.close());
  const { port } = listening.address() as AddressInfo; // it listens on a port
  const protocol = tls === "from-the-start" ? "smtps" : "smtp";
  return {
    url: `${protocol}://127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
    hasEmail,
    stopReplying: () => void (isSilent = true),
  };
}

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, it } from "vitest";
import { smtpTransport } from "./smtp-transport.server.ts";
import type { Delivery, Transport } from "./mail-transport.ts";

// They run side by side, since they wait more than they work; so all is closed at the end.
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing.toReversed()) close();
});

const patience = { connectMs: 1_000, silenceMs: 300, letterMs: 4_000, answerMs: 5_000 };

function aTransport(url: string, differently: Partial<typeof patience> = {}): Transport {
  const transport = smtpTransport(url, { ...patience, ...differently });
  closing.push(() => transport.close());
  return transport;
}

function deliver(transport: Transport): Promise<Delivery> {
  return transport.deliver({
    messageId: "<letter.1@www.example.com>",
    from: { name: "Pinnacle Wealth Advisory", address: "office@example.com" },
    to: "ada@example.com",
    subject: "Your seat",
    text: "You have a seat.",
    html: "<p>You have a seat.</p>",
    headers: {},
  });
}

describe.concurrent("a server that takes its time when it has the whole letter", () => {
  it.each(["none", "offered", "from-the-start"] as const)("is waited for (TLS: %s)", async (tls) => {
    const { url } = await aSlowServer({ tls, answersAfterMs: 900 });
    expect(await deliver(aTransport(url))).toMatchObject({ kind: "sent" });
  });

  it("is waited for longer than the rest of the letter may take", async () => {
    const { url } = await aSlowServer({ tls: "none", answersAfterMs: 900 });
    expect(await deliver(aTransport(url, { letterMs: 600 }))).toMatchObject({ kind: "sent" });
  });

  it("is not waited for so long at the next letter’s first steps", async () => {
    const server = await aSlowServer({ tls: "none", answersAfterMs: 100 });
    const transport = aTransport(server.url);
    expect(await deliver(transport)).toMatchObject({ kind: "sent" });
    server.fallSilent();
    expect(await deliver(transport)).toEqual({ kind: "failed", reply: "Timeout", isUnclear: false });
  });

  it("is not waited for by who closes", async () => {
    const { url, hasLetter } = await aSlowServer({ tls: "offered", answersAfterMs: 60_000 });
    const transport = smtpTransport(url);
    const delivering = deliver(transport);
    await hasLetter;
    transport.close();
    expect(await delivering).toMatchObject({ kind: "failed", isUnclear: true });
  });

  it("is not waited for for ever", async () => {
    const { url } = await aSlowServer({ tls: "none", answersAfterMs: 60_000 });
    expect(await deliver(aTransport(url, { answerMs: 400 }))).toEqual({
      kind: "failed",
      reply: "The mail server took too long over it.",
      isUnclear: true,
    });
  });
});

it("a server that says a little now and then is not listened to for ever", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 trickle\r\n");
    socket.once("data", () => {
      const drops = setInterval(() => socket.write("250-still here\r\n"), 20);
      socket.once("close", () => clearInterval(drops));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await deliver(aTransport(`smtp://127.0.0.1:${port}`, { letterMs: 300 }))).toEqual({
    kind: "failed",
    reply: "The mail server took too long over it.",
    isUnclear: false,
  });
});

/** A server that thinks about every letter, and can fall silent at the first step of the next. */
async function aSlowServer({
  tls,
  answersAfterMs,
}: {
  tls: "none" | "offered" | "from-the-start";
  answersAfterMs: number;
}): Promise<{ url: string; hasLetter: Promise<void>; fallSilent: () => void }> {
  let isSilent = false;
  const { promise: hasLetter, resolve } = Promise.withResolvers<void>();
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
        setTimeout(callback, answersAfterMs).unref();
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
    hasLetter,
    fallSilent: () => void (isSilent = true),
  };
}

import { type AddressInfo, createServer, type Socket } from "node:net";
import { once } from "node:events";
import PostalMime from "postal-mime";
import { afterAll, describe, expect, it } from "vitest";
import { type MailServer, type MailServerOptions, startMailServer } from "#tests/kit/mail-server.ts";
import { createSmtpTransport } from "./smtp-transport.server.ts";
import type { Delivery, OutgoingEmail, MailTransport } from "./mail-transport.ts";

// The tests run concurrently, because each waits a tenth of a second for the server’s greeting. Everything is closed at the end.
const closing: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function startServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(() => server.stop());
  return server;
}

/** A transport with timeouts that a test can wait for. */
function openTransport(url: string): MailTransport {
  const transport = createSmtpTransport(url, { connectMs: 1_000, transferMs: 4_000, replyMs: 1_500 });
  closing.push(() => transport.close());
  return transport;
}

/** A delivery as one line. */
function format(delivery: Delivery): string {
  const isUnclear = delivery.kind === "deferred" && delivery.isUnclear;
  const reply = delivery.kind === "not-sent" ? "" : delivery.reply;
  return `${delivery.kind}${isUnclear ? ", unclear" : ""}: ${reply}`;
}

function createEmail(overrides: Partial<OutgoingEmail> = {}): OutgoingEmail {
  return {
    messageId: "<email.1@www.example.com>",
    from: { name: "Pinnacle Wealth Advisory", address: "office@example.com" },
    to: "ada@example.com",
    subject: "Your seat",
    text: "You have a seat.",
    html: "<p>You have a seat.</p>",
    headers: { "Auto-Submitted": "auto-generated" },
    ...overrides,
  };
}

describe.concurrent("an email that the server accepts", () => {
  it("is sent with its Message-ID, and the server’s reply is returned", async () => {
    const server = await startServer();
    const delivery = await openTransport(server.url).deliver(createEmail());
    expect(format(delivery)).toMatch(/^sent: 250 /);
    expect(server.received).toMatchObject([
      { messageId: "<email.1@www.example.com>", from: "office@example.com", to: ["ada@example.com"] },
    ]);
  });

  it("arrives unchanged, according to an independent parser", async () => {
    const server = await startServer();
    const key = "11111111-2222-4333-8444-555555555555";
    const headers = {
      "List-Unsubscribe": `<https://a-rather-long-name.example.com/functions/v1/letters/unsubscribe/${key}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    };
    await openTransport(server.url).deliver(
      createEmail({ subject: "“Before the letter of intent”, 💼", text: ".\n..dots\n", headers }),
    );
    const email = await PostalMime.parse(server.received[0]?.raw ?? "");
    expect(email).toMatchObject({
      subject: "“Before the letter of intent”, 💼",
      from: { name: "Pinnacle Wealth Advisory", address: "office@example.com" },
      to: [{ address: "ada@example.com" }],
      messageId: "<email.1@www.example.com>",
    });
    expect(email.html).toContain("<p>You have a seat.</p>");
    expect(email.text).toMatch(/^\.\n\.\.dots\n/);
    for (const [name, value] of Object.entries(headers)) {
      expect(email.headers.find(({ key: found }) => found === name.toLowerCase())?.value).toBe(value);
    }
  });

  it("contains its calendar entry with the method", async () => {
    const server = await startServer();
    const text = "BEGIN:VCALENDAR\nMETHOD:CANCEL\nEND:VCALENDAR\n";
    await openTransport(server.url).deliver(createEmail({ calendar: { method: "CANCEL", text } }));
    const { attachments } = await PostalMime.parse(server.received[0]?.raw ?? "", {
      attachmentEncoding: "utf8",
    });
    expect(attachments).toContainEqual(
      expect.objectContaining({ mimeType: "text/calendar", method: "CANCEL", content: text }),
    );
    expect(attachments).toContainEqual(
      expect.objectContaining({ mimeType: "application/ics", filename: "event.ics", content: text }),
    );
  });

  it("has no header that a name injects", async () => {
    const server = await startServer();
    const name = 'Ω "Al", Li\r\nBcc: eve@example.com\r\n\r\n<script> Ünal, <eve@example.com>';
    await openTransport(server.url).deliver(
      createEmail({ subject: `For ${name}`, replyTo: { name, address: "ada@example.com" } }),
    );
    const email = await PostalMime.parse(server.received[0]?.raw ?? "");
    expect(server.received[0]?.to).toEqual(["ada@example.com"]);
    expect(email.bcc).toBeUndefined();
    expect(email.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(email.replyTo).toHaveLength(1);
    expect(email.replyTo?.[0]).toMatchObject({ address: "ada@example.com" });
    expect(email.replyTo?.[0]?.name).toContain('Ω "Al", Li');
    expect(email.subject).toContain("For Ω");
    expect(email.text).toContain("You have a seat.");
  });

  it("reuses the connection of the previous one", async () => {
    const server = await startServer();
    const transport = openTransport(server.url);
    await transport.deliver(createEmail());
    await transport.deliver(createEmail({ messageId: "<email.2@www.example.com>" }));
    expect([server.received.length, server.connections()]).toEqual([2, 1]);
  });

  it("uses another connection if the server closes the first after some emails", async () => {
    const server = await startServer();
    const transport = openTransport(server.url);
    await transport.deliver(createEmail());
    let isClosing = true;
    server.behave(() => {
      const now = isClosing;
      isClosing = false;
      return now ? { at: "sender", code: 421, says: "4.7.0 Enough for one connection" } : "accept";
    });
    expect(format(await transport.deliver(createEmail({ messageId: "<email.2@www.example.com>" })))).toMatch(
      /^sent: /,
    );
    expect([server.received.length, server.connections()]).toEqual([2, 2]);
  });

  it("shares at most five connections with others", async () => {
    const server = await startServer();
    const transport = openTransport(server.url);
    const emails = Array.from({ length: 40 }, (_, index) =>
      createEmail({ messageId: `<${index}@example.com>` }),
    );
    const deliveries = await Promise.all(emails.map((email) => transport.deliver(email)));
    expect(new Set(deliveries.map(({ kind }) => kind))).toEqual(new Set(["sent"]));
    expect(server.copies()).toEqual(new Map(emails.map(({ messageId }) => [messageId, 1])));
    expect(server.connections()).toBeLessThanOrEqual(5);
  });
});

describe.concurrent.each([
  ["one command at a time", ["PIPELINING"]],
  ["pipelined commands", []],
] as const)("an email that the server does not accept, with %s,", (_, without) => {
  it.each(["sender", "recipient", "message"] as const)(
    "is deferred after a 4xx reply to the %s",
    async (at) => {
      const server = await startServer({ without });
      server.behave({ at, code: 451, says: "4.7.1 Greylisted, come back" });
      const delivery = await openTransport(server.url).deliver(createEmail());
      expect(format(delivery)).toMatch(/^deferred: .*451 4\.7\.1 Greylisted, come back/);
      expect(delivery).toMatchObject({ codes: { replyCode: 451, enhancedStatusCode: "4.7.1" } });
      expect(server.received).toEqual([]);
    },
  );

  it.each(["recipient", "message"] as const)("is rejected after a 5xx reply to the %s", async (at) => {
    const server = await startServer({ without });
    server.behave({ at, code: 550, says: "5.1.1 Not here" });
    const delivery = await openTransport(server.url).deliver(createEmail());
    expect(format(delivery)).toMatch(/^rejected: .*550 5\.1\.1 Not here/);
    expect(delivery).toMatchObject({ codes: { replyCode: 550, enhancedStatusCode: "5.1.1" } });
  });

  it("is deferred after a 5xx reply that concerns our account", async () => {
    const server = await startServer({ without });
    server.behave({ at: "sender", code: 550, says: "5.7.1 Who are you" });
    const transport = openTransport(server.url);
    expect(await transport.deliver(createEmail())).toMatchObject({ kind: "deferred", isUnclear: false });
    server.behave({ at: "recipient", code: 530, says: "5.7.0 Sign in first" });
    expect(await transport.deliver(createEmail())).toMatchObject({ kind: "deferred", isUnclear: false });
  });

  it("does not affect the others", async () => {
    const server = await startServer({ without });
    server.behave((recipient) =>
      recipient === "bad@example.com" ? { at: "recipient", code: 550, says: "5.1.1 Not here" } : "accept",
    );
    const transport = openTransport(server.url);
    const kinds = await Promise.all(
      ["a@example.com", "bad@example.com", "b@example.com", "c@example.com"].map(
        async (to) => (await transport.deliver(createEmail({ to, messageId: `<${to}>` }))).kind,
      ),
    );
    expect(kinds).toEqual(["sent", "rejected", "sent", "sent"]);
  });
});

describe.concurrent("a connection that closes or hangs", () => {
  it("before the transfer is complete is a clear failure", async () => {
    const server = await startServer();
    server.behave({ at: "greeting", does: "hang" });
    expect(await openTransport(server.url).deliver(createEmail())).toEqual({
      kind: "deferred",
      reply: "Greeting never received",
      isUnclear: false,
    });
  });

  it.each([
    ["hang", "The mail server did not respond in time."],
    ["drop", "Connection closed unexpectedly"],
  ] as const)(
    "after the transfer is an unclear failure (%s), and the pool does not resend",
    async (does, reply) => {
      const server = await startServer();
      server.behave({ at: "message", does });
      const transport = openTransport(server.url);
      expect(await transport.deliver(createEmail())).toEqual({ kind: "deferred", reply, isUnclear: true });
      expect(server.received).toMatchObject([{ isAnswered: false }]);
      server.behave("accept");
      expect(await transport.deliver(createEmail())).toMatchObject({ kind: "sent" });
      expect(server.copies()).toEqual(new Map([["<email.1@www.example.com>", 2]]));
    },
  );

  it.each(["hang", "drop"] as const)(
    "is an unclear failure on a reused connection as well (%s)",
    async (does) => {
      const server = await startServer();
      const transport = openTransport(server.url);
      await transport.deliver(createEmail({ messageId: "<email.0@www.example.com>" }));
      server.behave({ at: "message", does });
      expect(await transport.deliver(createEmail())).toMatchObject({ kind: "deferred", isUnclear: true });
      expect(server.copies().get("<email.1@www.example.com>")).toBe(1);
    },
  );

  it("is replaced when the server is available again", async () => {
    const server = await startServer();
    const transport = openTransport(server.url);
    await transport.deliver(createEmail());
    await server.pause();
    expect(await transport.deliver(createEmail())).toMatchObject({ kind: "deferred", isUnclear: false });
    await server.resume();
    expect(await transport.deliver(createEmail())).toMatchObject({ kind: "sent" });
  });

  it("does not delay close()", async () => {
    const server = await startServer();
    server.behave({ at: "message", does: "hang" });
    const transport = createSmtpTransport(server.url);
    const delivering = transport.deliver(createEmail());
    await expect.poll(() => server.received.length).toBe(1);
    transport.close();
    expect(await delivering).toMatchObject({ kind: "deferred", isUnclear: true });
    expect(await transport.deliver(createEmail())).toMatchObject({ kind: "deferred", isUnclear: false });
  });
});

describe.concurrent("a server that cannot be used", () => {
  it("refuses connections", async () => {
    const server = await startServer();
    await server.stop();
    expect(format(await openTransport(server.url).deliver(createEmail()))).toMatch(
      /^deferred: .*ECONNREFUSED/,
    );
  });

  it("rejects the password", async () => {
    const server = await startServer({ login: { user: "pinnacle", password: "right/horse" } });
    const delivery = await openTransport(`smtp://pinnacle:wr0ng%2Fhorse@127.0.0.1:${server.port}`).deliver(
      createEmail(),
    );
    expect(format(delivery)).toMatch(/^deferred: .*535/);
    expect(JSON.stringify(delivery)).not.toContain("wr0ng");
  });

  it("has its long reply shortened to one printable line", async () => {
    const url = await startFakeServer((socket) => socket.end(`554 no\u0000\u0007${" no".repeat(500)}\r\n`));
    const reply = format(await openTransport(url).deliver(createEmail()));
    expect(reply).toMatch(/^deferred: .*554 no  no no/);
    expect(reply.length).toBeLessThanOrEqual(510);
  });
});

/** A server that does not speak SMTP. */
async function startFakeServer(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    onConnection(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `smtp://127.0.0.1:${port}`;
}

describe.concurrent("SMTP_URL", () => {
  it("contains a percent-encoded user name and password", async () => {
    const server = await startServer({ login: { user: "mail@example.com", password: "p@ss:w/rd %" } });
    const url = `smtp://mail%40example.com:p%40ss%3Aw%2Frd%20%25@127.0.0.1:${server.port}`;
    expect(await openTransport(url).deliver(createEmail())).toMatchObject({ kind: "sent" });
  });

  it.each([
    ["smtp", "offered"],
    ["smtps", "from-the-start"],
  ] as const)("with %s:// uses TLS that is %s", async (protocol, tls) => {
    const server = await startServer({ tls });
    const trusting = `${protocol}://127.0.0.1:${server.port}/?tls.rejectUnauthorized=false`;
    expect(await openTransport(trusting).deliver(createEmail())).toMatchObject({
      kind: "sent",
    });
    const delivery = await openTransport(`${protocol}://127.0.0.1:${server.port}`).deliver(createEmail());
    // The test server’s certificate is self-signed.
    expect(format(delivery)).toMatch(/^deferred: .*certificate/);
  });

  it("is described without the password", () => {
    const description = openTransport("smtp://pinnacle:s3cret@mail.example.com").describe();
    expect(description).toBe("Email is sent through mail.example.com, port 587.");
    expect(openTransport("smtps://mail.example.com").describe()).toContain("port 465");
    expect(openTransport("smtp://127.0.0.1:2525").describe()).toContain("127.0.0.1, port 2525");
  });
});

describe.concurrent("an internationalized address", () => {
  it("with an ASCII local part can be sent to any server", async () => {
    const server = await startServer({ without: ["SMTPUTF8"] });
    expect(await openTransport(server.url).deliver(createEmail({ to: "info@exämple.de" }))).toMatchObject({
      kind: "sent",
    });
    expect(server.received[0]?.raw).toMatch(/^To: info@xn--exmple-cua\.de\r$/m);
  });

  it("is sent to a server with SMTPUTF8", async () => {
    const server = await startServer();
    expect(await openTransport(server.url).deliver(createEmail({ to: "jürgen@exämple.de" }))).toMatchObject({
      kind: "sent",
    });
    expect(server.received[0]?.to).toEqual(["jürgen@exämple.de"]);
  });

  it("is rejected by a server without SMTPUTF8, with the reason", async () => {
    const server = await startServer({ without: ["SMTPUTF8"] });
    expect(format(await openTransport(server.url).deliver(createEmail({ to: "jürgen@exämple.de" })))).toMatch(
      /^rejected: .*no internationalized addresses/,
    );
  });

  it("is left out of Reply-To if its local part needs SMTPUTF8", async () => {
    const server = await startServer();
    for (const address of ["info@exämple.de", "jürgen@exämple.de"]) {
      await openTransport(server.url).deliver(createEmail({ replyTo: { name: "Jürgen", address } }));
    }
    const replyTo = server.received.map(({ raw }) => /^Reply-To: .*$/m.exec(raw)?.[0]);
    expect(replyTo).toEqual(["Reply-To: =?UTF-8?Q?J=C3=BCrgen?= <info@xn--exmple-cua.de>", undefined]);
    for (const { raw } of server.received) expect(raw).toMatch(/^\p{ASCII}*$/u);
  });

  it("that is invalid is rejected, and nothing is sent", async () => {
    const server = await startServer();
    for (const to of [
      "",
      "ada@example.com, eve@example.com",
      "ada@example.com>\r\nRCPT TO:<eve@example.com",
    ]) {
      const delivery = await openTransport(server.url).deliver(createEmail({ to }));
      expect([to, delivery.kind]).toEqual([to, "rejected"]);
    }
    expect(server.received).toEqual([]);
  });
});

import { type AddressInfo, createServer, type Socket } from "node:net";
import { once } from "node:events";
import PostalMime from "postal-mime";
import { afterAll, describe, expect, it } from "vitest";
import { type MailServer, type MailServerOptions, startMailServer } from "#tests/kit/mail-server.ts";
import { smtpTransport } from "./smtp-transport.server.ts";
import type { Delivery, OutgoingEmail, Transport } from "./mail-transport.ts";

// They run side by side, since each waits a tenth of a second for the server's greeting; so all is closed at the end.
const closing: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function aServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(() => server.stop());
  return server;
}

/** A transport whose patience a test can outlast. */
function aTransport(url: string, patience: Parameters<typeof smtpTransport>[1] = hasty): Transport {
  const transport = smtpTransport(url, patience);
  closing.push(() => transport.close());
  return transport;
}

const hasty = { connectMs: 1_000, silenceMs: 1_500, letterMs: 4_000, answerMs: 1_500 };

/** What became of it, as a line. */
function told(delivery: Delivery): string {
  const isUnclear = delivery.kind === "failed" && delivery.isUnclear;
  const reply = delivery.kind === "kept" ? "" : delivery.reply;
  return `${delivery.kind}${isUnclear ? ", unclear" : ""}: ${reply}`;
}

function aLetter(overrides: Partial<OutgoingEmail> = {}): OutgoingEmail {
  return {
    messageId: "<letter.1@www.example.com>",
    from: { name: "Pinnacle Wealth Advisory", address: "office@example.com" },
    to: "ada@example.com",
    subject: "Your seat",
    text: "You have a seat.",
    html: "<p>You have a seat.</p>",
    headers: { "Auto-Submitted": "auto-generated" },
    ...overrides,
  };
}

describe.concurrent("a letter that the server takes", () => {
  it("is sent, with the server's words and the Message-ID that it was given", async () => {
    const server = await aServer();
    const delivery = await aTransport(server.url).deliver(aLetter());
    expect(told(delivery)).toMatch(/^sent: 250 /);
    expect(server.received).toMatchObject([
      { messageId: "<letter.1@www.example.com>", from: "office@example.com", to: ["ada@example.com"] },
    ]);
  });

  it("arrives as it was written, by an independent reader", async () => {
    const server = await aServer();
    const key = "11111111-2222-4333-8444-555555555555";
    const headers = {
      "List-Unsubscribe": `<https://a-rather-long-name.example.com/functions/v1/letters/unsubscribe/${key}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    };
    await aTransport(server.url).deliver(
      aLetter({ subject: "“Before the letter of intent”, 💼", text: ".\n..dots\n", headers }),
    );
    const letter = await PostalMime.parse(server.received[0]?.raw ?? "");
    expect(letter).toMatchObject({
      subject: "“Before the letter of intent”, 💼",
      from: { name: "Pinnacle Wealth Advisory", address: "office@example.com" },
      to: [{ address: "ada@example.com" }],
      messageId: "<letter.1@www.example.com>",
    });
    expect(letter.html).toContain("<p>You have a seat.</p>");
    expect(letter.text).toMatch(/^\.\n\.\.dots\n/);
    for (const [name, value] of Object.entries(headers)) {
      expect(letter.headers.find(({ key: found }) => found === name.toLowerCase())?.value).toBe(value);
    }
  });

  it("brings its calendar entry, with its method", async () => {
    const server = await aServer();
    const text = "BEGIN:VCALENDAR\nMETHOD:CANCEL\nEND:VCALENDAR\n";
    await aTransport(server.url).deliver(aLetter({ calendar: { method: "CANCEL", text } }));
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

  it("puts nothing into its headers that a name brings along", async () => {
    const server = await aServer();
    const name = 'Ω "Al", Li\r\nBcc: eve@example.com\r\n\r\n<script> Ünal, <eve@example.com>';
    await aTransport(server.url).deliver(
      aLetter({ subject: `For ${name}`, replyTo: { name, address: "ada@example.com" } }),
    );
    const letter = await PostalMime.parse(server.received[0]?.raw ?? "");
    expect(server.received[0]?.to).toEqual(["ada@example.com"]);
    expect(letter.bcc).toBeUndefined();
    expect(letter.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(letter.replyTo).toHaveLength(1);
    expect(letter.replyTo?.[0]).toMatchObject({ address: "ada@example.com" });
    expect(letter.replyTo?.[0]?.name).toContain('Ω "Al", Li');
    expect(letter.subject).toContain("For Ω");
    expect(letter.text).toContain("You have a seat.");
  });

  it("goes over a connection that stays open for the next", async () => {
    const server = await aServer();
    const transport = aTransport(server.url);
    await transport.deliver(aLetter());
    await transport.deliver(aLetter({ messageId: "<letter.2@www.example.com>" }));
    expect([server.received.length, server.connections()]).toEqual([2, 1]);
  });

  it("goes over another where the server closes it after so many letters", async () => {
    const server = await aServer();
    const transport = aTransport(server.url);
    await transport.deliver(aLetter());
    let isClosing = true;
    server.behave(() => {
      const now = isClosing;
      isClosing = false;
      return now ? { at: "sender", code: 421, says: "4.7.0 Enough for one connection" } : "accept";
    });
    expect(told(await transport.deliver(aLetter({ messageId: "<letter.2@www.example.com>" })))).toMatch(
      /^sent: /,
    );
    expect([server.received.length, server.connections()]).toEqual([2, 2]);
  });

  it("shares at most five connections with the others", async () => {
    const server = await aServer();
    const transport = aTransport(server.url);
    const letters = Array.from({ length: 40 }, (_, index) =>
      aLetter({ messageId: `<${index}@example.com>` }),
    );
    const deliveries = await Promise.all(letters.map((letter) => transport.deliver(letter)));
    expect(new Set(deliveries.map(({ kind }) => kind))).toEqual(new Set(["sent"]));
    expect(server.copies()).toEqual(new Map(letters.map(({ messageId }) => [messageId, 1])));
    expect(server.connections()).toBeLessThanOrEqual(5);
  });
});

describe.concurrent.each([
  ["one step at a time", ["PIPELINING"]],
  ["steps sent together", []],
] as const)("a letter that the server does not take, with %s,", (_, without) => {
  it.each(["sender", "recipient", "message"] as const)("is tried again after a 4xx at the %s", async (at) => {
    const server = await aServer({ without });
    server.behave({ at, code: 451, says: "4.7.1 Greylisted, come back" });
    expect(told(await aTransport(server.url).deliver(aLetter()))).toMatch(
      /^failed: .*451 4\.7\.1 Greylisted, come back/,
    );
    expect(server.received).toEqual([]);
  });

  it.each(["recipient", "message"] as const)("is refused after a 5xx at the %s", async (at) => {
    const server = await aServer({ without });
    server.behave({ at, code: 550, says: "5.1.1 Not here" });
    expect(told(await aTransport(server.url).deliver(aLetter()))).toMatch(/^refused: .*550 5\.1\.1 Not here/);
  });

  it("is tried again after a 5xx that is about us", async () => {
    const server = await aServer({ without });
    server.behave({ at: "sender", code: 550, says: "5.7.1 Who are you" });
    const transport = aTransport(server.url);
    expect(await transport.deliver(aLetter())).toMatchObject({ kind: "failed", isUnclear: false });
    server.behave({ at: "recipient", code: 530, says: "5.7.0 Sign in first" });
    expect(await transport.deliver(aLetter())).toMatchObject({ kind: "failed", isUnclear: false });
  });

  it("keeps none of the others back", async () => {
    const server = await aServer({ without });
    server.behave((recipient) =>
      recipient === "bad@example.com" ? { at: "recipient", code: 550, says: "5.1.1 Not here" } : "accept",
    );
    const transport = aTransport(server.url);
    const kinds = await Promise.all(
      ["a@example.com", "bad@example.com", "b@example.com", "c@example.com"].map(
        async (to) => (await transport.deliver(aLetter({ to, messageId: `<${to}>` }))).kind,
      ),
    );
    expect(kinds).toEqual(["sent", "refused", "sent", "sent"]);
  });
});

describe.concurrent("a line that breaks or hangs", () => {
  it("before the letter was handed over leaves no doubt", async () => {
    const server = await aServer();
    server.behave({ at: "greeting", does: "hang" });
    expect(await aTransport(server.url).deliver(aLetter())).toEqual({
      kind: "failed",
      reply: "Greeting never received",
      isUnclear: false,
    });
  });

  it.each([
    ["hang", "The mail server took too long over it."],
    ["drop", "Connection closed unexpectedly"],
  ] as const)(
    "after the letter was handed over leaves the doubt that is there (%s), and sends nothing twice by itself",
    async (does, reply) => {
      const server = await aServer();
      server.behave({ at: "message", does });
      const transport = aTransport(server.url);
      expect(await transport.deliver(aLetter())).toEqual({ kind: "failed", reply, isUnclear: true });
      expect(server.received).toMatchObject([{ isAnswered: false }]);
      server.behave("accept");
      expect(await transport.deliver(aLetter())).toMatchObject({ kind: "sent" });
      expect(server.copies()).toEqual(new Map([["<letter.1@www.example.com>", 2]]));
    },
  );

  it.each(["hang", "drop"] as const)(
    "leaves the same doubt on a connection that was used before (%s)",
    async (does) => {
      const server = await aServer();
      const transport = aTransport(server.url);
      await transport.deliver(aLetter({ messageId: "<letter.0@www.example.com>" }));
      server.behave({ at: "message", does });
      expect(await transport.deliver(aLetter())).toMatchObject({ kind: "failed", isUnclear: true });
      expect(server.copies().get("<letter.1@www.example.com>")).toBe(1);
    },
  );

  it("is mended when the server is there again", async () => {
    const server = await aServer();
    const transport = aTransport(server.url);
    await transport.deliver(aLetter());
    await server.pause();
    expect(await transport.deliver(aLetter())).toMatchObject({ kind: "failed", isUnclear: false });
    await server.resume();
    expect(await transport.deliver(aLetter())).toMatchObject({ kind: "sent" });
  });

  it("is not waited for by who closes", async () => {
    const server = await aServer();
    server.behave({ at: "message", does: "hang" });
    const transport = smtpTransport(server.url);
    const delivering = transport.deliver(aLetter());
    await expect.poll(() => server.received.length).toBe(1);
    transport.close();
    expect(await delivering).toMatchObject({ kind: "failed", isUnclear: true });
    expect(await transport.deliver(aLetter())).toMatchObject({ kind: "failed", isUnclear: false });
  });
});

describe.concurrent("a server that nobody can send through", () => {
  it("refuses connections", async () => {
    const server = await aServer();
    await server.stop();
    expect(told(await aTransport(server.url).deliver(aLetter()))).toMatch(/^failed: .*ECONNREFUSED/);
  });

  it("wants another password", async () => {
    const server = await aServer({ login: { user: "pinnacle", password: "right/horse" } });
    const delivery = await aTransport(`smtp://pinnacle:wr0ng%2Fhorse@127.0.0.1:${server.port}`).deliver(
      aLetter(),
    );
    expect(told(delivery)).toMatch(/^failed: .*535/);
    expect(JSON.stringify(delivery)).not.toContain("wr0ng");
  });

  it("says a book, of which a line is kept that can be stored", async () => {
    const url = await aServerThat((socket) => socket.end(`554 no\u0000\u0007${" no".repeat(500)}\r\n`));
    const reply = told(await aTransport(url).deliver(aLetter()));
    expect(reply).toMatch(/^failed: .*554 no  no no/);
    expect(reply.length).toBeLessThanOrEqual(510);
  });
});

/** A server that is not one. */
async function aServerThat(does: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    does(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `smtp://127.0.0.1:${port}`;
}

describe.concurrent("the address in SMTP_URL", () => {
  it("brings name and password, written as in any address", async () => {
    const server = await aServer({ login: { user: "mail@example.com", password: "p@ss:w/rd %" } });
    const url = `smtp://mail%40example.com:p%40ss%3Aw%2Frd%20%25@127.0.0.1:${server.port}`;
    expect(await aTransport(url).deliver(aLetter())).toMatchObject({ kind: "sent" });
  });

  it.each([
    ["smtp", "offered"],
    ["smtps", "from-the-start"],
  ] as const)("with %s:// uses TLS that is %s", async (protocol, tls) => {
    const server = await aServer({ tls });
    const trusting = `${protocol}://127.0.0.1:${server.port}/?tls.rejectUnauthorized=false`;
    expect(await aTransport(trusting).deliver(aLetter())).toMatchObject({
      kind: "sent",
    });
    const delivery = await aTransport(`${protocol}://127.0.0.1:${server.port}`).deliver(aLetter());
    // The test server's certificate is nobody's.
    expect(told(delivery)).toMatch(/^failed: .*certificate/);
  });

  it("is told to the operator without the password", () => {
    const words = aTransport("smtp://pinnacle:s3cret@mail.example.com").describe();
    expect(words).toBe("Letters leave through the mail server mail.example.com, port 587.");
    expect(aTransport("smtps://mail.example.com").describe()).toContain("port 465");
    expect(aTransport("smtp://127.0.0.1:2525").describe()).toContain("127.0.0.1, port 2525");
  });
});

describe.concurrent("an address of another script", () => {
  it("with such a domain alone goes to any server", async () => {
    const server = await aServer({ without: ["SMTPUTF8"] });
    expect(await aTransport(server.url).deliver(aLetter({ to: "info@exämple.de" }))).toMatchObject({
      kind: "sent",
    });
    expect(server.received[0]?.raw).toMatch(/^To: info@xn--exmple-cua\.de\r$/m);
  });

  it("goes to a server that knows them", async () => {
    const server = await aServer();
    expect(await aTransport(server.url).deliver(aLetter({ to: "jürgen@exämple.de" }))).toMatchObject({
      kind: "sent",
    });
    expect(server.received[0]?.to).toEqual(["jürgen@exämple.de"]);
  });

  it("is refused by a server that does not, with words that say why", async () => {
    const server = await aServer({ without: ["SMTPUTF8"] });
    expect(told(await aTransport(server.url).deliver(aLetter({ to: "jürgen@exämple.de" })))).toMatch(
      /^refused: .*no internationalised addresses/,
    );
  });

  it("is not named for answers where it could stand in the way of the letter", async () => {
    const server = await aServer();
    for (const address of ["info@exämple.de", "jürgen@exämple.de"]) {
      await aTransport(server.url).deliver(aLetter({ replyTo: { name: "Jürgen", address } }));
    }
    const answers = server.received.map(({ raw }) => /^Reply-To: .*$/m.exec(raw)?.[0]);
    expect(answers).toEqual(["Reply-To: =?UTF-8?Q?J=C3=BCrgen?= <info@xn--exmple-cua.de>", undefined]);
    for (const { raw } of server.received) expect(raw).toMatch(/^\p{ASCII}*$/u);
  });

  it("that is none at all is refused, and never sent elsewhere", async () => {
    const server = await aServer();
    for (const to of [
      "",
      "ada@example.com, eve@example.com",
      "ada@example.com>\r\nRCPT TO:<eve@example.com",
    ]) {
      const delivery = await aTransport(server.url).deliver(aLetter({ to }));
      expect([to, delivery.kind]).toEqual([to, "refused"]);
    }
    expect(server.received).toEqual([]);
  });
});

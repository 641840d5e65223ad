import { afterEach, describe, expect, it } from "vitest";
import { type MailServer, type MailServerOptions, startMailServer } from "#tests/kit/mail-server.ts";
import { smtpTransport } from "./smtp-transport.server.ts";
import type { Delivery } from "./mail-transport.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function aServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(() => server.stop());
  return server;
}

async function deliver(url: string): Promise<Delivery> {
  const transport = smtpTransport(url);
  closing.push(() => transport.close());
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

function reply(delivery: Delivery): string {
  return delivery.kind === "failed" ? delivery.reply : delivery.kind;
}

// The test server listens on loopback. The address 0.0.0.0 reaches it but counts as another machine.
describe("TLS to the mail server", () => {
  it("sends no password in the clear to another machine", async () => {
    const server = await aServer({ login: { user: "pinnacle", password: "right/horse" } });
    // This machine under an address that is not loopback.
    const delivery = await deliver(`smtp://pinnacle:right%2Fhorse@0.0.0.0:${server.port}`);
    expect(reply(delivery)).toMatch(
      /^The mail server did not turn to TLS, and nothing is said to it in the clear: 5\d\d /,
    );
    expect(server.received).toEqual([]);
  });

  it("sends no email in the clear to another machine", async () => {
    const server = await aServer();
    const delivery = await deliver(`smtp://0.0.0.0:${server.port}`);
    expect(reply(delivery)).toMatch(/^The mail server did not turn to TLS, and nothing is said/);
    expect(server.received).toEqual([]);
  });

  it("with requireTLS=false sends in the clear to a server without TLS", async () => {
    const server = await aServer();
    const url = `smtp://0.0.0.0:${server.port}/?requireTLS=false`;
    expect(await deliver(url)).toMatchObject({ kind: "sent" });
  });

  it("with requireTLS=false still uses the TLS that the server offers", async () => {
    const server = await aServer({ tls: "offered" });
    const url = `smtp://0.0.0.0:${server.port}/?requireTLS=false`;
    expect(reply(await deliver(url))).toMatch(/certificate/);
  });

  it("with requireTLS=false still sends no password in the clear", async () => {
    const server = await aServer({ login: { user: "pinnacle", password: "right/horse" } });
    const url = `smtp://pinnacle:right%2Fhorse@0.0.0.0:${server.port}/?requireTLS=false`;
    expect(reply(await deliver(url))).toMatch(/^The mail server did not turn/);
  });

  it("sends in the clear to a server on this machine", async () => {
    const server = await aServer();
    const url = `smtp://127.0.0.1:${server.port}`;
    expect(await deliver(url)).toMatchObject({ kind: "sent" });
  });

  it("that is optional is logged at startup", () => {
    const transport = smtpTransport("smtp://mail.example.com/?requireTLS=false");
    expect(transport.describe()).toBe(
      "Letters leave through the mail server mail.example.com, port 587, without TLS if the server offers none.",
    );
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { type MailServer, type MailServerOptions, startMailServer } from "#tests/kit/mail-server.ts";
import { createSmtpTransport } from "./smtp-transport.server.ts";
import type { Delivery } from "./mail-transport.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(() => server.stop());
  return server;
}

async function deliver(url: string): Promise<Delivery> {
  const transport = createSmtpTransport(url);
  closing.push(() => transport.close());
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

function reply(delivery: Delivery): string {
  return delivery.kind === "deferred" ? delivery.reply : delivery.kind;
}

// The test server listens on loopback. The address 0.0.0.0 reaches it but counts as another machine.
describe("TLS to the mail server", () => {
  it("sends no password in plaintext to another machine", async () => {
    const server = await startServer({ login: { user: "pinnacle", password: "right/horse" } });
    // This machine under an address that is not loopback.
    const delivery = await deliver(`smtp://pinnacle:right%2Fhorse@0.0.0.0:${server.port}`);
    expect(reply(delivery)).toMatch(/^The mail server did not start TLS, so nothing was sent to it: 5\d\d /);
    expect(server.received).toEqual([]);
  });

  it("sends no email in plaintext to another machine", async () => {
    const server = await startServer();
    const delivery = await deliver(`smtp://0.0.0.0:${server.port}`);
    expect(reply(delivery)).toMatch(/^The mail server did not start TLS/);
    expect(server.received).toEqual([]);
  });

  it("with requireTLS=false sends in plaintext to a server without TLS", async () => {
    const server = await startServer();
    const url = `smtp://0.0.0.0:${server.port}/?requireTLS=false`;
    expect(await deliver(url)).toMatchObject({ kind: "sent" });
  });

  it("with requireTLS=false still uses the TLS that the server offers", async () => {
    const server = await startServer({ tls: "offered" });
    const url = `smtp://0.0.0.0:${server.port}/?requireTLS=false`;
    expect(reply(await deliver(url))).toMatch(/certificate/);
  });

  it("with requireTLS=false still sends no password in plaintext", async () => {
    const server = await startServer({ login: { user: "pinnacle", password: "right/horse" } });
    const url = `smtp://pinnacle:right%2Fhorse@0.0.0.0:${server.port}/?requireTLS=false`;
    expect(reply(await deliver(url))).toMatch(/^The mail server did not start TLS/);
  });

  it("sends in plaintext to a server on this machine", async () => {
    const server = await startServer();
    const url = `smtp://127.0.0.1:${server.port}`;
    expect(await deliver(url)).toMatchObject({ kind: "sent" });
  });

  it("that is optional is logged at startup", () => {
    const transport = createSmtpTransport("smtp://mail.example.com/?requireTLS=false");
    expect(transport.describe()).toBe(
      "Email is sent through mail.example.com, port 587, without TLS if the server offers none.",
    );
  });
});

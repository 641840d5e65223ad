import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { borrowEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { createReport } from "#tests/kit/bounce-report.ts";
import { startImapServer } from "#tests/kit/imap-server.ts";
import { startMailServer } from "#tests/kit/mail-server.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { startServer, until } from "#tests/kit/running-server.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-bounces-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query<Row>(dataDir: string, text: string): Promise<Row[]> {
  const { connection } = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    // The caller knows the columns of its query.
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function signUp(url: string, email: string, name: string): Promise<void> {
  const response = await fetch(`${url}/functions/v1/linkedin-live-signup`, {
    method: "POST",
    headers: { "content-type": "application/json", ...from(newAddress()) },
    body: JSON.stringify({ name, email }),
  });
  expect(response.status).toBe(202);
}

it("an email that its mail server returns marks the address, and a lost connection does not end the program @long", async () => {
  const dataDir = join(folder, "data");
  const recipient = "jordan@example.com";
  const mail = await startMailServer();
  const mailbox = await startImapServer({ login: { user: "office", password: "not-in-the-log" } });
  const server = await startServer({
    dataDir,
    env: {
      SMTP_URL: mail.url,
      BOUNCE_URL: `imap://office:not-in-the-log@127.0.0.1:${mailbox.port}`,
    },
  });
  expect(server.output()).toContain("Reports of undelivered email are read from 127.0.0.1");
  await until("the first read", () => mailbox.commands.includes("LOGOUT"));
  await signUp(server.url, recipient, "Jordan Reyes");
  await until("the email", () => mail.received.some(({ to }) => to.includes(recipient)));
  const raw = mail.received.find(({ to }) => to.includes(recipient))?.raw ?? "";
  const { headers } = await PostalMime.parse(raw);
  const bounceKey = headers.find(({ key }) => key === "x-bounce-key")?.value;
  expect(bounceKey).toMatch(/^[\w-]{36}\.[\w-]{22}$/);
  await until(
    "the stored result",
    async () => (await query(dataDir, "select from letters where state = 'sent'")).length > 0,
  );

  const readNow = () =>
    query(dataDir, "update bounce_mailboxes set next_read_at = now() - interval '1 second'");
  const failures = async () =>
    (await query<{ failures: number }>(dataDir, "select failures from bounce_mailboxes"))[0]?.failures;
  mailbox.deliver(createReport({ bounceKey, recipient }));
  mailbox.breakAt("UID FETCH");
  await readNow();
  await until("the failure", async () => (await failures()) === 1, 30_000);
  expect(await query(dataDir, "select from undeliverable_addresses")).toEqual([]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  mailbox.breakAt(undefined);
  await readNow();
  const marks = () => query<{ email: string }>(dataDir, "select email from undeliverable_addresses");
  await until("the mark", async () => (await marks()).length > 0, 30_000);
  expect(await marks()).toEqual([{ email: recipient }]);
  expect(await query(dataDir, "select state from letters where returned_at is not null")).toEqual([
    { state: "given-up" },
  ]);
  const messages = mail.received.length;

  // No more email is sent to the address.
  await signUp(server.url, recipient, "Another name");
  await until("the withheld email", async () => {
    const withheld = "select from letters where state = 'suppressed' and last_reply like '%undeliverable%'";
    return (await query(dataDir, withheld)).length > 0;
  });
  expect(mail.received.slice(messages).filter(({ to }) => to.includes(recipient))).toEqual([]);
  expect(server.output()).toContain("bounces.read_failed");
  expect(server.output()).not.toContain("not-in-the-log");
  await server.stop();
  expect(server.child.exitCode).toBe(0);
  await mail.stop();
  await mailbox.stop();
});

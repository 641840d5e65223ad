import { afterEach, describe, expect, test } from "vitest";
import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { LettersTable } from "#app/data/schema/letters.ts";
import type { LogFields } from "#app/platform/log.server.ts";
import { createReport } from "#tests/kit/bounce-report.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { type ImapServer, type ImapServerOptions, startImapServer } from "#tests/kit/imap-server.ts";
import { testBounceKeys } from "#tests/kit/mail-worker.ts";
import { until } from "#tests/kit/running-server.ts";
import { readBounces, startBounceReader } from "./bounce-reader.server.ts";
import { openImapMailbox } from "./imap-mailbox.server.ts";

const { db } = testDatabase();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startServer(options: ImapServerOptions = {}): Promise<ImapServer> {
  const server = await startImapServer(options);
  closing.push(() => server.stop());
  return server;
}

type Line = { event: string; fields: LogFields };

/** A mailbox on a server, and what reading it has logged. */
function openMailbox({ port }: Pick<ImapServer, "port">, url = `imap://bounces:secret@127.0.0.1:${port}`) {
  const logged: Line[] = [];
  const add = (event: string, fields: LogFields = {}): void => {
    logged.push({ event, fields });
  };
  const log = { debug: add, info: add, warn: add, error: add };
  const mailbox = openImapMailbox(url, { connectMs: 1_000, silenceMs: 1_000 });
  const deps = { db, bounceKeys: testBounceKeys, mailbox, log };
  return {
    logged,
    deps,
    /** Reads as if the mailbox was due. */
    async read(): Promise<void> {
      await db
        .updateTable("bounceMailboxes")
        .set({ nextReadAt: new Date(0) })
        .execute();
      await readBounces(deps);
    },
  };
}

async function storeEmail(changes: Partial<Insertable<LettersTable>> = {}): Promise<string> {
  const { id } = await db
    .insertInto("letters")
    .values({
      kind: "event-place",
      recipient: "ada@example.com",
      state: "sent",
      attempts: 1,
      lastReply: "250 OK",
      settledAt: new Date("2026-11-21T12:00:00Z"),
      about: null,
      ...changes,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const findEmail = (id: string) =>
  db
    .selectFrom("letters")
    .select(["state", "lastReply", "returnedAt"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const marks = () => db.selectFrom("undeliverableAddresses").select(["email", "status", "reply"]).execute();
const readState = () => db.selectFrom("bounceMailboxes").selectAll().executeTakeFirstOrThrow();

const report = (emailId: string, facts: Partial<Parameters<typeof createReport>[0]> = {}) =>
  createReport({ bounceKey: testBounceKeys.issue(emailId), recipient: "ada@example.com", ...facts });

describe("a report of a permanent failure", () => {
  test("marks the address, and the email as failed", async () => {
    const server = await startServer();
    const id = await storeEmail();
    server.deliver(report(id));
    const { read, logged } = openMailbox(server);
    await read();
    const reply = "Returned: 5.1.1 550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown";
    expect(await marks()).toEqual([{ email: "ada@example.com", status: "5.1.1", reply }]);
    const email = await findEmail(id);
    expect(email).toMatchObject({ state: "given-up", lastReply: reply });
    expect(email.returnedAt).toBeInstanceOf(Date);
    expect(await readState()).toMatchObject({
      applied: 1,
      ignored: 0,
      unreadable: 0,
      failures: 0,
      claim: null,
    });
    expect(logged).toEqual([
      { event: "mail.returned", fields: { emailId: id, status: "5.1.1", isUndeliverable: true } },
    ]);
  });

  test("is applied once, and not again after staff have removed the mark", async () => {
    const server = await startServer();
    const id = await storeEmail();
    server.deliver(report(id));
    const { read } = openMailbox(server);
    await read();
    await db.deleteFrom("undeliverableAddresses").execute();
    server.renumber();
    server.deliver(report(id));
    await read();
    expect(await marks()).toEqual([]);
    expect(await readState()).toMatchObject({ applied: 1, uidValidity: "2" });
  });

  test("with the original address of a rewritten recipient marks the address", async () => {
    const server = await startServer();
    const id = await storeEmail();
    server.deliver(
      report(id, { recipient: "a.lovelace@internal.example.com", originalRecipient: "Ada@example.com" }),
    );
    await openMailbox(server).read();
    expect(await marks()).toMatchObject([{ email: "ada@example.com" }]);
  });

  test.each([
    ["because of a policy", "5.7.1"],
    ["after which the mail server gave up", "4.4.7"],
  ])("%s marks the email and not the address", async (_, status) => {
    const server = await startServer();
    const id = await storeEmail();
    server.deliver(report(id, { status }));
    await openMailbox(server).read();
    expect(await marks()).toEqual([]);
    expect(await findEmail(id)).toMatchObject({ state: "given-up" });
  });

  test("about an email to staff does not mark their address", async () => {
    const server = await startServer();
    const kinds = ["account-reset", "new-assessment", "morning-list", "of-another-release"];
    for (const kind of kinds) server.deliver(report(await storeEmail({ kind })));
    await openMailbox(server).read();
    expect(await marks()).toEqual([]);
    expect(await readState()).toMatchObject({ applied: 4 });
  });

  test("about an email that waits for a retry leaves it to the mail worker, unless the retry was returned too", async () => {
    const server = await startServer();
    const id = await storeEmail({ state: "waiting", settledAt: null });
    server.deliver(report(id));
    const { read } = openMailbox(server);
    await read();
    expect(await findEmail(id)).toMatchObject({ state: "waiting" });
    expect(await marks()).toMatchObject([{ email: "ada@example.com" }]);
    await db.updateTable("letters").set({ state: "sent", settledAt: new Date() }).execute();
    server.deliver(report(id));
    await read();
    expect(await findEmail(id)).toMatchObject({ state: "given-up" });
  });
});

describe("a report of a temporary failure", () => {
  test("is recorded on the email and changes nothing else", async () => {
    const server = await startServer();
    const id = await storeEmail();
    server.deliver(report(id, { action: "delayed", status: "4.4.1", diagnostic: "smtp; timed out" }));
    await openMailbox(server).read();
    expect(await marks()).toEqual([]);
    expect(await findEmail(id)).toEqual({
      state: "sent",
      lastReply: "Delayed: 4.4.1 timed out",
      returnedAt: null,
    });
  });
});

describe("a report that is ignored and counted", () => {
  test.each([
    ["a forged signature", (id: string) => ({ bounceKey: `${id}.${"x".repeat(22)}` })],
    ["no signature", () => ({ bounceKey: undefined })],
    [
      "a signed id of a deleted email",
      () => ({ bounceKey: testBounceKeys.issue("00000000-0000-4000-8000-000000000000") }),
    ],
    ["the address of another person", () => ({ recipient: "ben@example.com" })],
    ["the address in a longer one", () => ({ recipient: "ada@example.com.evil.example" })],
    ["a successful delivery", () => ({ action: "delivered", status: "2.0.0" })],
  ])("has %s", async (_, facts) => {
    const server = await startServer();
    const id = await storeEmail();
    await storeEmail({ recipient: "ben@example.com" });
    server.deliver(report(id, facts(id)));
    await openMailbox(server).read();
    expect(await marks()).toEqual([]);
    expect(await findEmail(id)).toEqual({ state: "sent", lastReply: "250 OK", returnedAt: null });
    expect(await readState()).toMatchObject({ applied: 0, ignored: 1 });
  });
});

test("an unreadable report is counted, and reading continues after it", async () => {
  const server = await startServer();
  server.deliver("Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n\x80\xff--b");
  const id = await storeEmail();
  server.deliver(report(id));
  await openMailbox(server).read();
  expect(await readState()).toMatchObject({ applied: 1, unreadable: 1, lastUid: 2 });
});

test("the mailbox is not changed, and other email is not downloaded", async () => {
  const server = await startServer();
  server.deliver(
    "From: ada@example.com\nSubject: Private\nContent-Type: text/plain\n\nThe price is $12 million.",
  );
  server.deliver("From: ada@example.com\nSubject: Without a type\n\nHello");
  await openMailbox(server).read();
  const fetched = server.commands.filter((command) => command.startsWith("UID FETCH"));
  expect(fetched).toHaveLength(2);
  for (const command of fetched) expect(command).toContain("HEADER.FIELDS (content-type)");
  expect(
    server.commands.filter((command) => /^(?:UID )?(?:SELECT|STORE|EXPUNGE|MOVE|COPY)/.test(command)),
  ).toEqual([]);
  expect(await readState()).toMatchObject({ lastUid: 2, applied: 0, ignored: 0, unreadable: 0 });
});

test("reading continues after the last message that was read", async () => {
  const server = await startServer();
  const { read } = openMailbox(server);
  const [first, second] = [await storeEmail(), await storeEmail({ recipient: "ben@example.com" })];
  server.deliver(report(first));
  await read();
  await read();
  server.deliver(report(second, { recipient: "ben@example.com" }));
  await read();
  expect((await marks()).map(({ email }) => email)).toEqual(["ada@example.com", "ben@example.com"]);
  const downloads = server.commands.filter((command) => /^UID FETCH \d+ .*BODY(?:\.PEEK)?\[\]/.test(command));
  expect(downloads.map((command) => command.split(" ")[2])).toEqual(["1", "2"]);
});

test("an empty mailbox is read, and later messages are found", async () => {
  const server = await startServer();
  const { read } = openMailbox(server);
  await read();
  expect(await readState()).toMatchObject({ uidValidity: "1", lastUid: 0, failures: 0 });
  server.deliver(report(await storeEmail()));
  await read();
  expect(await marks()).toHaveLength(1);
});

test("the user name, the password and the folder are decoded, and only the host is described", async () => {
  const login = { user: "office@example.com", password: "p:/?#%40 word" };
  const server = await startServer({ login, folder: "Bounces/2026 old" });
  const address = `office%40example.com:${encodeURIComponent(login.password)}@127.0.0.1:${server.port}`;
  const { read, deps } = openMailbox(server, `imap://${address}/Bounces%2F2026%20old`);
  expect(deps.mailbox.describe()).toBe(
    `Reports of undelivered email are read from 127.0.0.1, port ${server.port}.`,
  );
  await read();
  expect(await readState()).toMatchObject({ failures: 0, lastError: null, uidValidity: "1" });
});

describe("two servers", () => {
  test("read the mailbox one at a time", async () => {
    const server = await startServer();
    for (let count = 0; count < 5; count += 1) server.deliver(report(await storeEmail()));
    const readers = Array.from({ length: 4 }, () => openMailbox(server));
    await Promise.all(readers.map(({ deps }) => readBounces(deps)));
    expect(server.connections()).toBe(1);
    expect(await readState()).toMatchObject({ applied: 5, lastUid: 5 });
  });

  test("take over after the lease of a server that was killed, and continue after its last message", async () => {
    const server = await startServer();
    const { read, deps } = openMailbox(server);
    server.deliver(report(await storeEmail()));
    await read();
    server.deliver(
      report(await storeEmail({ recipient: "ben@example.com" }), { recipient: "ben@example.com" }),
    );
    await db
      .updateTable("bounceMailboxes")
      .set({
        claim: "00000000-0000-4000-8000-000000000000",
        claimedUntil: sql`now() + interval '1 minute'`,
        nextReadAt: new Date(0),
      })
      .execute();
    await readBounces(deps);
    expect(await marks()).toHaveLength(1);
    await db
      .updateTable("bounceMailboxes")
      .set({ claimedUntil: sql`now() - interval '1 second'` })
      .execute();
    await readBounces(deps);
    expect(await marks()).toHaveLength(2);
  });
});

describe("a failure", () => {
  const secondsUntilNext = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from next_read_at - now()))::int as seconds from bounce_mailboxes`.execute(
      db,
    );
    return rows[0]?.seconds ?? 0;
  };

  test("because of a wrong password is stored and logged without the password, and retried later and later", async () => {
    const server = await startServer({ login: { user: "bounces", password: "other" } });
    const { read, deps, logged } = openMailbox(server);
    await read();
    const reason = "The mailbox refused the user name or the password.";
    expect(await readState()).toMatchObject({
      failures: 1,
      lastError: reason,
      lastReadAt: null,
      claim: null,
    });
    expect(logged).toEqual([{ event: "bounces.read_failed", fields: { reason } }]);
    expect(await secondsUntilNext()).toBeGreaterThan(50);
    await readBounces(deps);
    expect(server.connections()).toBe(1);
    const delays: number[] = [];
    for (let times = 0; times < 7; times += 1) {
      await read();
      delays.push(await secondsUntilNext());
    }
    expect(delays.map((seconds) => Math.round(seconds / 60))).toEqual([2, 4, 8, 16, 30, 30, 30]);
    // Once for an outage.
    expect(logged).toHaveLength(1);
    expect(JSON.stringify([await readState(), logged])).not.toMatch(/secret|"bounces"/);
  });

  test.each(["LOGIN", "EXAMINE", "UID SEARCH", "UID FETCH"])(
    "because the connection is lost at %s is retried",
    async (word) => {
      const server = await startServer();
      server.deliver(report(await storeEmail()));
      const { read } = openMailbox(server);
      server.breakAt(word);
      await read();
      expect(await readState()).toMatchObject({ failures: 1, claim: null });
      expect((await readState()).lastError).not.toBeNull();
      expect(await marks()).toEqual([]);
      server.breakAt(undefined);
      await read();
      expect(await readState()).toMatchObject({ failures: 0, lastError: null, applied: 1 });
      expect(await marks()).toHaveLength(1);
    },
  );

  test("because the folder does not exist or no server listens is stored", async () => {
    const server = await startServer({ login: { user: "bounces", password: "exist" } });
    await openMailbox(server, `imap://bounces:exist@127.0.0.1:${server.port}/Other`).read();
    // The reply “Mailbox does not exist”, without the password.
    expect((await readState()).lastError).toContain("Mailbox does not …");
    await db.deleteFrom("bounceMailboxes").execute();
    await server.stop();
    await openMailbox(server).read();
    expect((await readState()).lastError).toContain("ECONNREFUSED");
  });

  test("because TLS is missing on another machine, before the password is sent", async () => {
    const server = await startServer();
    // This machine under an address that is not loopback.
    await openMailbox(server, `imap://bounces:secret@0.0.0.0:${server.port}`).read();
    expect(await readState()).toMatchObject({ failures: 1 });
    expect(server.commands.join("\n")).not.toContain("secret");
  });

  test.each([
    ["imaps", "from-the-start", "localhost"],
    ["imap", "offered", "0.0.0.0"],
  ] as const)(
    "because the certificate of %s:// is not trusted, before the password is sent",
    async (scheme, tls, host) => {
      const server = await startServer({ tls });
      await openMailbox(server, `${scheme}://bounces:secret@${host}:${server.port}`).read();
      expect((await readState()).lastError).toMatch(/self.signed|certificate|altnames/i);
      expect(server.commands.join("\n")).not.toContain("secret");
    },
  );
});

test("the reader runs until it is stopped, and reports its state", async () => {
  const server = await startServer();
  server.deliver(report(await storeEmail()));
  const { deps } = openMailbox(server);
  const reader = startBounceReader(deps);
  await until("the report to be applied", async () => (await reader.health())?.applied === 1);
  await reader.stop();
  expect(await reader.health()).toMatchObject({ problem: null, ignored: 0, unreadable: 0, undeliverable: 1 });
  const without = startBounceReader({ ...deps, mailbox: undefined });
  expect(await without.health()).toBeUndefined();
  await without.stop();
});

import { expect, test } from "vitest";
import { createReport } from "#tests/kit/bounce-report.ts";
import { startImapServer } from "#tests/kit/imap-server.ts";
import type { MailboxPosition } from "./bounce-mailbox.ts";
import { openImapMailbox } from "./imap-mailbox.server.ts";

/** A mailbox, and the reports that its runs have found. */
async function openMailbox() {
  const server = await startImapServer();
  const mailbox = openImapMailbox(`imap://bounces:secret@127.0.0.1:${server.port}`);
  const state: { position: MailboxPosition; found: string[] } = {
    position: { uidValidity: "1", lastUid: 0 },
    found: [],
  };
  return {
    server,
    state,
    async read(): Promise<void> {
      for await (const message of mailbox.read(state.position, AbortSignal.timeout(10_000))) {
        state.position = message.position;
        if (message.report.kind !== "other") state.found.push(message.report.kind);
      }
    },
  };
}

const aReport = createReport({ bounceKey: "key", recipient: "ada@example.com" });

test("an email whose header exceeds the limits of the connection ends one run, and the next one continues after it", async () => {
  const { server, state, read } = await openMailbox();
  server.deliver(`Content-Type: text/plain; x="${"a".repeat(600_000)}"\n\nx\n`);
  server.deliver(aReport);
  await read();
  expect([state.position.lastUid, state.found]).toEqual([1, ["unreadable"]]);
  await read();
  expect([state.position.lastUid, state.found]).toEqual([2, ["unreadable", "report"]]);
  await server.stop();
});

test("a report behind more messages than one search returns is found by a later run", async () => {
  const { server, state, read } = await openMailbox();
  const numbers = 25_000;
  // Most have been deleted.
  for (let number = 1; number < numbers; number += 1) server.deliver("Content-Type: text/plain\n\nx\n");
  server.deliver(aReport);
  server.remove(1, numbers - 1);
  await read();
  expect([state.position.lastUid, state.found]).toEqual([10_000, []]);
  await read();
  await read();
  expect([state.position.lastUid, state.found]).toEqual([numbers, ["report"]]);
  await server.stop();
});

import { expect, test } from "vitest";
import { createReport } from "#tests/kit/bounce-report.ts";
import { startImapServer } from "#tests/kit/imap-server.ts";
import { MailboxError, type MailboxPosition } from "./bounce-mailbox.ts";
import { openImapMailbox } from "./imap-mailbox.server.ts";

test("an email whose header exceeds the limits of the connection ends one run, and the next one continues after it", async () => {
  const server = await startImapServer();
  const mailbox = openImapMailbox(`imap://bounces:secret@127.0.0.1:${server.port}`);
  const found: string[] = [];
  let position: MailboxPosition = { uidValidity: "1", lastUid: 0 };
  const read = async (): Promise<void> => {
    for await (const message of mailbox.read(position, AbortSignal.timeout(10_000))) {
      position = message.position;
      found.push(message.report.kind);
    }
  };
  server.deliver(`Content-Type: text/plain; x="${"a".repeat(600_000)}"\n\nx\n`);
  server.deliver(createReport({ bounceKey: "key", recipient: "ada@example.com" }));
  await expect(read()).rejects.toThrow(MailboxError);
  expect([position.lastUid, found]).toEqual([1, ["unreadable"]]);
  await read();
  expect([position.lastUid, found]).toEqual([2, ["unreadable", "report"]]);
  await server.stop();
});

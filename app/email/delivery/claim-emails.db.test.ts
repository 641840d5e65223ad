import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { maxMessagesWithoutTokenPerHour, maxUnconfirmedMessagesPerHour } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { claimEmails } from "./claim-emails.server.ts";

const { db } = testDatabase();
const outbox = createOutbox(() => undefined);
const now = new Date();
const databaseTime = sql<Date>`now()`;

async function put(sender: string, recipient: string, hasFormToken = true): Promise<void> {
  const row = sql`select 'test', ${recipient}::text, ${randomUUID()}::uuid, null::text, null::timestamptz`;
  await outbox.putLimited(db, row, { mailboxKey: recipient, senderKey: sender, hasFormToken, now });
}

/** Queues messages of each sender to different mailboxes. */
async function putFlood(
  senders: number,
  messagesEach: number,
  hasFormToken = true,
  name = "bot",
): Promise<void> {
  for (let sender = 0; sender < senders; sender += 1) {
    for (let message = 0; message < messagesEach; message += 1) {
      await put(`${name}-${sender}`, `${name}-${sender}-${message}@example.com`, hasFormToken);
    }
  }
}

const claim = async (most = 1_000): Promise<string[]> =>
  (await claimEmails(db, most, databaseTime)).map(({ recipient }) => recipient);

it("a burst of three senders leaves half of the hourly budget to the first messages of others", async () => {
  await putFlood(3, 118);
  expect(await claim()).toHaveLength(3 * 2 + maxUnconfirmedMessagesPerHour / 2);
  expect(await claim()).toEqual([]);
  await put("person", "assessment@example.com");
  await put("person", "sign-up@example.com");
  await put("script", "script@example.com", false);
  expect((await claim()).toSorted()).toEqual([
    "assessment@example.com",
    "script@example.com",
    "sign-up@example.com",
  ]);
});

it("a burst of messages without a form token leaves half of their smaller budget to others", async () => {
  await putFlood(3, 60, false);
  expect(await claim()).toHaveLength(3 * 2 + maxMessagesWithoutTokenPerHour / 2);
  await put("person", "person@example.com", false);
  expect(await claim()).toEqual(["person@example.com"]);
});

it("first messages of many senders use the whole budget, which concurrent servers never exceed", async () => {
  await putFlood(maxUnconfirmedMessagesPerHour + 20, 1);
  const claimed: string[] = [];
  for (let batch = await claim(7); batch.length > 0; batch = await claim(7)) {
    const concurrent = await Promise.all(Array.from({ length: 8 }, () => claim(7)));
    claimed.push(...batch, ...concurrent.flat());
  }
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed).toHaveLength(maxUnconfirmedMessagesPerHour);
}, 60_000);

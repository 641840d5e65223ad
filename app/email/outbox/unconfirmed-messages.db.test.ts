import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import {
  attemptLimits,
  maxMessagesWithoutTokenPerHour,
  maxUnconfirmedMessagesPerHour,
} from "#app/platform/limits.ts";
import { testBounceKeys } from "#tests/kit/mail-worker.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { readEmailHealth } from "./email-health.server.ts";
import { createOutbox, type MailboxLimit } from "./outbox.server.ts";
import { claimEmails } from "#app/email/delivery/claim-emails.server.ts";
import { type MailWorker, startMailWorker } from "#app/email/delivery/mail-worker.server.ts";

const { db } = testDatabase();
const outbox = createOutbox(() => undefined);
const now = new Date("2026-11-21T12:00:00Z");
const limit: MailboxLimit = { mailboxKey: "the mailbox", senderKey: "a sender", hasFormToken: true, now };

function put(to: string, by: MailboxLimit | null = limit, once: string | null = null): Promise<void> {
  const row = sql`select 'test', ${to}::text, ${randomUUID()}::uuid, ${once}::text, null::timestamptz`;
  return outbox.putLimited(db, row, by);
}

const states = async () =>
  (await db.selectFrom("letters").select("state").orderBy("createdAt").execute()).map(({ state }) => state);

describe("messages to one unconfirmed mailbox", () => {
  it("are limited to three a day, also under concurrency; the others are stored as suppressed", async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        put(`ada+${n}@example.com`, { ...limit, senderKey: `sender ${n}` }),
      ),
    );
    expect((await states()).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => "suppressed"),
      ...Array.from({ length: 3 }, () => "waiting"),
    ]);
    const suppressed = db.selectFrom("letters").select("lastReply").where("state", "=", "suppressed");
    expect(await suppressed.executeTakeFirst()).toEqual({
      lastReply: "The daily limit of messages to this mailbox was reached, and it has not confirmed a form.",
    });
    await put("ada@example.com", { ...limit, now: new Date("2026-11-22T00:00:00Z") });
    expect((await states()).filter((state) => state === "waiting")).toHaveLength(4);
  });

  it("with a deduplication key count once", async () => {
    for (let time = 0; time < 5; time += 1) await put("ada@example.com", limit, "only once");
    await put("ada@example.com");
    expect(await states()).toEqual(["waiting", "waiting"]);
  });

  it("from one network address are limited to two, so one remains for another sender", async () => {
    await Promise.all(Array.from({ length: 10 }, () => put("ada@example.com")));
    expect((await states()).filter((state) => state === "waiting")).toHaveLength(2);
    await put("ada@example.com", { ...limit, senderKey: "her own" });
    expect((await states()).filter((state) => state === "waiting")).toHaveLength(3);
  });

  it("without a form token are limited to two, so one remains for a form", async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        put("ada@example.com", { ...limit, senderKey: `bot ${n}`, hasFormToken: false }),
      ),
    );
    expect((await states()).filter((state) => state === "waiting")).toHaveLength(2);
    await put("ada@example.com", { ...limit, senderKey: "her own" });
    expect((await states()).filter((state) => state === "waiting")).toHaveLength(3);
  });

  it("that were suppressed do not prevent a later message with the same deduplication key", async () => {
    for (let time = 0; time < 3; time += 1) await put("ada@example.com", limit, time < 2 ? null : "once");
    await put("ada@example.com", { ...limit, senderKey: "her own" }, "once");
    expect(await states()).toEqual(["waiting", "waiting", "suppressed", "waiting"]);
  });

  it("do not count after the mailbox is confirmed", async () => {
    for (let time = 0; time < 5; time += 1) await put("ada@example.com", null);
    await put("ada@example.com");
    expect(await states()).toEqual(Array.from({ length: 6 }, () => "waiting"));
  });
});

describe("messages of one network to one mail domain", () => {
  const { most } = attemptLimits.messagesByNetworkAndDomain;
  const putAll = (count: number, domainKey?: string) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => {
        const mailboxKey = `mailbox ${randomUUID()}`;
        return put(`person${n}@company.example`, { ...limit, mailboxKey, ...(domainKey && { domainKey }) });
      }),
    );
  const countWaiting = async () => (await states()).filter((state) => state === "waiting").length;

  it("reach forty colleagues, and are limited in a day; further ones add no rows of counts", async () => {
    await putAll(40, "a network and a domain");
    expect(await countWaiting()).toBe(40);
    await putAll(most - 40, "a network and a domain");
    const countRows = async () => (await db.selectFrom("rateLimits").select("key").execute()).length;
    const rows = await countRows();
    await putAll(10, "a network and a domain");
    expect(await countWaiting()).toBe(most);
    expect(await countRows()).toBe(rows);
    await putAll(1, "another network and the domain");
    expect(await countWaiting()).toBe(most + 1);
  });

  it("to public mailbox providers have no such limit", async () => {
    await putAll(most + 1);
    expect(await countWaiting()).toBe(most + 1);
  });
});

describe("the mail worker", () => {
  const workers: MailWorker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });

  const content: EmailContent = {
    subject: "A test",
    preview: "",
    heading: "A test",
    blocks: [],
  };

  /** Starts delivery and records the recipients in order. */
  function deliver(): string[] {
    const recipients: string[] = [];
    const compose = () => Promise.resolve(content);
    workers.push(
      startMailWorker({
        db,
        log: silentLog,
        siteUrl: "https://www.example.com",
        bounceKeys: testBounceKeys,
        traffic: { isBusy: () => false },
        listPostalAddressLines: () => [],
        emails: {
          test: { category: "transactional", compose },
          "account-reset": { category: "account", compose },
        },
        transport: {
          sendsEmail: true,
          async deliver({ to }) {
            recipients.push(to);
            return { kind: "sent", reply: "250 OK" };
          },
          describe: () => "A test.",
          close: () => undefined,
        },
      }),
    );
    return recipients;
  }

  it("sends an account email before 1,000 messages that have waited longer", async () => {
    await sql`
      insert into letters (kind, recipient, about, next_try_at)
      select 'test', 'person-' || n || '@example.com', gen_random_uuid(), now() - interval '1 hour'
      from generate_series(1, 1000) as n`.execute(db);
    await outbox.put(db, { kind: "account-reset", recipient: "owner@example.com", about: randomUUID() });
    const recipients = deliver();
    await until("a few to be sent", () => recipients.length >= 5);
    expect(recipients.slice(0, 5)).toContain("owner@example.com");
  });

  const putFrom = (sender: string, to: string, hasFormToken: boolean) =>
    put(to, { mailboxKey: to, senderKey: sender, hasFormToken, now });
  const useUpBudget = (count: number) =>
    sql`
    insert into rate_limits (key, window_start, count)
    values ('unconfirmed-messages', date_bin('1 hour', now(), timestamptz 'epoch'), ${count})`.execute(db);

  it("600 messages without a form token from 60 addresses delay other senders by one message per address @long", async () => {
    for (let message = 0; message < 10; message += 1) {
      for (let n = 0; n < 60; n += 1) await putFrom(`bot-${n}`, `victim-${n}-${message}@example.com`, false);
    }
    await putFrom("person", "person@example.com", false);
    await putFrom("office", "office-1@example.com", true);
    await putFrom("office", "office-2@example.com", true);
    const recipients = deliver();
    const most = maxMessagesWithoutTokenPerHour;
    await until("the budget to be used up", () => recipients.length === most + 2);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(recipients).toHaveLength(most + 2);
    expect(recipients.slice(0, 5)).toEqual(
      expect.arrayContaining(["office-1@example.com", "office-2@example.com"]),
    );
    expect(recipients.indexOf("person@example.com")).toBeLessThan(2 + 60 + 5);
  }, 60_000);

  it("senders with a form token take turns, too", async () => {
    for (let n = 0; n < 20; n += 1) await putFrom("bot", `victim-${n}@example.com`, true);
    await putFrom("person", "person@example.com", true);
    await useUpBudget(maxUnconfirmedMessagesPerHour - 2);
    const recipients = deliver();
    await until("the budget to be used up", () => recipients.length === 2);
    expect(recipients.toSorted()).toEqual(["person@example.com", "victim-0@example.com"]);
  });

  it("retries come after new messages, so addresses whose servers defer every delivery delay no one", async () => {
    await sql`
      insert into letters (kind, recipient, about, next_try_at, is_unconfirmed, attempts)
      select 'test', 'deferred-' || n || '@example.com', gen_random_uuid(), now() - interval '1 hour', true, 1
      from generate_series(1, 100) as n`.execute(db);
    await putFrom("person", "person@example.com", true);
    await putFrom("script", "script@example.com", false);
    await put("confirmed@example.com", null);
    const claimed = await claimEmails(db, 5, sql<Date>`now()`);
    const recipients = claimed.map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(5);
    expect(recipients).toEqual(
      expect.arrayContaining(["person@example.com", "script@example.com", "confirmed@example.com"]),
    );
  });

  it("a retry is not limited again", async () => {
    await put("ada@example.com");
    await sql`update letters set attempts = 1`.execute(db);
    await useUpBudget(maxUnconfirmedMessagesPerHour);
    const recipients = deliver();
    await until("the retry to be sent", () => recipients.length === 1);
  });

  it("keeps unconfirmed messages over the site’s limit for the next hour and sends all others", async () => {
    const thisHour = sql`date_bin('1 hour', now(), timestamptz 'epoch')`;
    await sql`
      insert into rate_limits (key, window_start, count)
      values ('unconfirmed-messages', ${thisHour}, ${maxUnconfirmedMessagesPerHour - 2})`.execute(db);
    for (const name of ["ada", "ben", "cleo", "dan"]) {
      await put(`${name}@example.com`, { ...limit, mailboxKey: name });
    }
    await put("confirmed@example.com", null);
    const recipients = deliver();
    await until("three to be sent", () => recipients.length === 3);
    expect(recipients).toContain("confirmed@example.com");
    const waiting = db.selectFrom("letters").select("id").where("state", "=", "waiting");
    expect(await waiting.execute()).toHaveLength(2);
    expect(await readEmailHealth(db)).toMatchObject({ unconfirmedThisHour: maxUnconfirmedMessagesPerHour });

    await sql`update rate_limits set window_start = window_start - interval '1 hour'`.execute(db);
    await until("the others to be sent", () => recipients.length === 5);
  });
});

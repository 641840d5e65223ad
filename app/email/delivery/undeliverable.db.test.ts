import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { retryEmail } from "#app/email/outbox/retry-emails.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { type MailServer, startMailServer } from "#tests/kit/mail-server.ts";
import { testBounceKeys, testContent, testMailWorkers } from "#tests/kit/mail-worker.ts";
import { until } from "#tests/kit/running-server.ts";
import { createSmtpTransport } from "./smtp-transport.server.ts";

const { db } = testDatabase();
const startWorker = testMailWorkers(db);

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => {
  server.behave("accept");
  server.received.length = 0;
});
afterAll(async () => {
  await server.stop();
});

const compose = () => Promise.resolve(testContent);
const emails = {
  "assessment-result": { category: "transactional", compose },
  "next-date": { category: "announcements", compose },
  "account-reset": { category: "account", compose },
  "new-assessment": { category: "notifications", compose },
  "morning-list": { category: "digests", compose },
} as const;

async function queue(kind: keyof typeof emails, recipient = "ada@example.com"): Promise<string> {
  const email = { kind, recipient, about: randomUUID() };
  return (await db.insertInto("letters").values(email).returning("id").executeTakeFirstOrThrow()).id;
}

async function deliverAll(): Promise<Record<string, { state: string; reply: string | null }>> {
  // A worker closes its transport when it stops.
  const worker = startWorker({ transport: createSmtpTransport(server.url), emails });
  const rows = () => db.selectFrom("letters").select(["id", "kind", "state", "lastReply as reply"]).execute();
  await until("final states", async () =>
    (await rows()).every(({ state }) => state !== "waiting" && state !== "sending"),
  );
  await worker.stop();
  return Object.fromEntries((await rows()).map(({ id, state, reply }) => [id, { state, reply }]));
}

const marks = () => db.selectFrom("undeliverableAddresses").select(["email", "status", "reply"]).execute();

const reject = (code: number, says: string) => server.behave({ at: "recipient", code, says });

describe("a recipient that the mail server rejects permanently", () => {
  test("is marked, and gets no more email except about an account or as a member of staff", async () => {
    reject(550, "5.1.1 No such user");
    const first = await queue("assessment-result");
    expect((await deliverAll())[first]).toMatchObject({ state: "given-up" });
    expect(await marks()).toMatchObject([{ email: "ada@example.com", status: "5.1.1" }]);
    expect((await marks())[0]?.reply).toContain("No such user");
    server.behave("accept");
    // The person is also a member of staff, because alerts and lists go only to accounts that can follow up.
    await db
      .insertInto("staffUsers")
      .values({
        id: "ada",
        name: "Ada",
        email: "ada@example.com",
        emailVerified: true,
        role: "staff",
        image: null,
        roleEndsAt: null,
      })
      .execute();
    const ids = {
      result: await queue("assessment-result"),
      announcement: await queue("next-date"),
      account: await queue("account-reset"),
      notification: await queue("new-assessment"),
      digest: await queue("morning-list"),
      other: await queue("assessment-result", "ben@example.com"),
    };
    const results = await deliverAll();
    for (const id of [ids.result, ids.announcement]) {
      expect(results[id]?.state).toBe("suppressed");
      expect(results[id]?.reply).toMatch(/^The address is undeliverable: .*5\.1\.1 No such user/);
    }
    for (const id of [ids.account, ids.notification, ids.digest, ids.other]) {
      expect(results[id]?.state).toBe("sent");
    }
  });

  test("gets email again after the mark is removed", async () => {
    reject(550, "5.1.1 No such user");
    const id = await queue("assessment-result");
    await deliverAll();
    server.behave("accept");
    await retryEmail({ db, actor: { kind: "shell" } }, id);
    expect((await deliverAll())[id]).toMatchObject({ state: "suppressed" });
    await db.deleteFrom("undeliverableAddresses").execute();
    await retryEmail({ db, actor: { kind: "shell" } }, id);
    expect((await deliverAll())[id]).toMatchObject({ state: "sent" });
  });

  test("is not marked if the email was to staff", async () => {
    reject(550, "5.1.1 No such user");
    await queue("account-reset");
    await queue("new-assessment");
    await deliverAll();
    expect(await marks()).toEqual([]);
  });
});

test.each([
  ["a code without an explanation", 550, "Relaying denied"],
  ["a policy", 550, "5.7.1 Message refused by policy"],
  ["a full mailbox", 552, "5.2.2 Mailbox full"],
  ["the address of the sender", 550, "5.1.8 Bad sender"],
])("a rejection because of %s marks no address", async (_, code, says) => {
  reject(code, says);
  const id = await queue("assessment-result");
  expect((await deliverAll())[id]).toMatchObject({ state: "given-up" });
  expect(await marks()).toEqual([]);
});

test("a rejection of the content with a recipient’s code marks no address", async () => {
  server.behave({ at: "message", code: 550, says: "5.1.1 Looks like spam" });
  const id = await queue("assessment-result");
  expect((await deliverAll())[id]).toMatchObject({ state: "given-up" });
  expect(await marks()).toEqual([]);
});

test("each email has a header with its signed id", async () => {
  const id = await queue("assessment-result");
  await deliverAll();
  const { headers } = await PostalMime.parse(server.received[0]?.raw ?? "");
  const value = headers.find(({ key }) => key === "x-bounce-key")?.value ?? "";
  expect(testBounceKeys.read(value)).toBe(id);
});

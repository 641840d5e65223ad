import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MailWorker, startMailWorker } from "#app/email/delivery/mail-worker.server.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { maxFirmNotificationsPerHour } from "#app/platform/limits.ts";
import { testBounceKeys } from "#tests/kit/mail-worker.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { practice } from "#content/practice.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { submissionSummaryEmail } from "./submission-summary.email.server.ts";
import { summarizeNotifications } from "./firm-notifications.server.ts";

const { db } = testDatabase();
// 2:10 PM in the firm's time zone.
const start = new Date("2026-11-21T20:10:00Z");
const clock = { now: start };
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const databaseNow = () => sql<Date>`${clock.now}::timestamptz`;

const workers: MailWorker[] = [];
beforeEach(() => {
  clock.now = start;
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const content: EmailContent = {
  subject: "One submission",
  preview: "",
  heading: "One submission",
  blocks: [],
};

/** Starts delivery on the test's clock. @param recipients receives the recipients @returns the subjects that were sent, in order */
function deliver(recipients: string[] = []): string[] {
  const subjects: string[] = [];
  const notification = { category: "notifications", compose: () => Promise.resolve(content) } as const;
  workers.push(
    startMailWorker({
      db,
      log: silentLog,
      databaseNow,
      siteUrl: "https://www.example.com",
      bounceKeys: testBounceKeys,
      traffic: { isBusy: () => false },
      listPostalAddressLines: () => [],
      emails: {
        "new-assessment": notification,
        "new-event-signup": notification,
        "submission-summary": submissionSummaryEmail.connect({ db, siteUrl: "https://www.example.com" }),
      },
      transport: {
        sendsEmail: true,
        async deliver({ to, subject, text }) {
          recipients.push(to);
          subjects.push(subject === content.subject ? subject : text);
          return { kind: "sent", reply: "250 OK" };
        },
        describe: () => "A test.",
        close: () => undefined,
      },
    }),
  );
  return subjects;
}

async function submit(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await db
      .insertInto("letters")
      .values({
        kind: n % 2 === 0 ? "new-assessment" : "new-event-signup",
        recipient: practice.email,
        about: randomUUID(),
        createdAt: clock.now,
        nextTryAt: clock.now,
      })
      .execute();
  }
}

const waitingCount = async (kind: string) =>
  (
    await db
      .selectFrom("letters")
      .select("id")
      .where("state", "=", "waiting")
      .where("kind", "=", kind)
      .execute()
  ).length;

it("the firm gets 60 notifications an hour and one summary of the rest, even if nothing else arrives @long", async () => {
  await submit(100);
  const recipients: string[] = [];
  const sent = deliver(recipients);
  await until("the rest to be summarized", async () => (await waitingCount("submission-summary")) === 1);
  clock.now = minutesLater(15);
  await submit(17);
  await until(
    "later notifications to be summarized",
    async () => (await waitingCount("new-assessment")) === 0,
  );
  expect(sent).toEqual(Array.from({ length: maxFirmNotificationsPerHour }, () => "One submission"));

  clock.now = minutesLater(50);
  await until("the summary to be sent", () => sent.length > maxFirmNotificationsPerHour);
  expect(sent.at(-1)).toContain("57 more submissions since 2 PM. Open the staff area to see them.");
  expect(sent.at(-1)).toContain("https://www.example.com/admin");

  // The next hour has its own budget.
  await submit(3);
  await until("three more to be sent", () => sent.length === maxFirmNotificationsPerHour + 4);
  expect(await waitingCount("submission-summary")).toBe(0);
  expect(new Set(recipients)).toEqual(new Set([practice.email]));
}, 40_000);

it("a summary that was sent covers no further notifications, and 60 notifications need no summary", async () => {
  await submit(60);
  await sql`update letters set state = 'sent', settled_at = now(), attempts = 1`.execute(db);
  expect(await summarizeNotifications(db, databaseNow())).toBe(0);
  await sql`insert into rate_limits (key, window_start, count)
    values ('firm-notifications', date_bin('1 hour', ${databaseNow()}, timestamptz 'epoch'), 60)`.execute(db);
  expect(await summarizeNotifications(db, databaseNow())).toBe(0);
  await submit(1);
  expect(await summarizeNotifications(db, databaseNow())).toBe(1);
  await sql`update letters set state = 'sent', settled_at = now() where kind = 'submission-summary'`.execute(
    db,
  );
  await submit(1);
  expect(await summarizeNotifications(db, databaseNow())).toBe(0);
});

describe("notifications about the leads of a colleague", () => {
  const owner = "tom@example.com";
  beforeEach(async () => {
    await sql`insert into rate_limits (key, window_start, count)
      values ('firm-notifications', date_bin('1 hour', ${databaseNow()}, timestamptz 'epoch'), 60)`.execute(
      db,
    );
    const id = "tom";
    const account = { id, name: "Tom", email: owner, emailVerified: true, image: null, roleEndsAt: null };
    await db
      .insertInto("staffUsers")
      .values({ ...account, role: "staff" })
      .execute();
    const forms = [await takeAssessment(db, aPerson("ada")), await takeAssessment(db, aPerson("zoe"))];
    await db.updateTable("people").set({ ownerId: id }).execute();
    await db.deleteFrom("letters").execute();
    await submit(2);
    for (const about of forms) {
      await db
        .insertInto("letters")
        .values({ kind: "new-assessment", recipient: owner, about, createdAt: start, nextTryAt: start })
        .execute();
    }
  });
  const listSummaries = () =>
    db
      .selectFrom("letters as summary")
      .innerJoin("letters as covered", "covered.summaryId", "summary.id")
      .where("summary.kind", "=", "submission-summary")
      .groupBy("summary.recipient")
      .orderBy("summary.recipient")
      .select(["summary.recipient", (eb) => eb.fn.countAll<number>().as("covered")])
      .execute();

  it("have a summary of their own, which the colleague receives", async () => {
    expect(await summarizeNotifications(db, databaseNow())).toBe(4);
    const summaries = [
      { recipient: owner, covered: 2 },
      { recipient: practice.email, covered: 2 },
    ].toSorted((one, other) => one.recipient.localeCompare(other.recipient));
    expect(await listSummaries()).toEqual(summaries);
    // The summary of this hour also covers a later notification.
    await submit(1);
    expect(await summarizeNotifications(db, databaseNow())).toBe(1);
    expect(await waitingCount("submission-summary")).toBe(2);

    clock.now = minutesLater(50);
    const recipients: string[] = [];
    deliver(recipients);
    await until("both summaries to be sent", () => recipients.length === 2);
    expect(recipients.toSorted()).toEqual([owner, practice.email].toSorted());
  });

  it("are summarized for the firm after the account has lost its role", async () => {
    await summarizeNotifications(db, databaseNow());
    await db.updateTable("staffUsers").set({ role: "examiner" }).execute();
    clock.now = minutesLater(50);
    const recipients: string[] = [];
    deliver(recipients);
    await until("both summaries to be sent", () => recipients.length === 2);
    expect(recipients).toEqual([practice.email, practice.email]);
  });
});

it("concurrent servers write one summary", async () => {
  await sql`insert into rate_limits (key, window_start, count)
    values ('firm-notifications', date_bin('1 hour', ${databaseNow()}, timestamptz 'epoch'), 60)`.execute(db);
  await submit(40);
  const summarized = await Promise.all(
    Array.from({ length: 4 }, () => summarizeNotifications(db, databaseNow())),
  );
  expect(summarized.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(await waitingCount("submission-summary")).toBe(1);
});

it("the hashes of the records are sent during a flood, and the summary does not replace them", async () => {
  await sql`insert into rate_limits (key, window_start, count)
    values ('firm-notifications', date_bin('1 hour', ${databaseNow()}, timestamptz 'epoch'), 60)`.execute(db);
  await submit(1);
  await sql`update letters set kind = 'record-hashes'`.execute(db);
  expect(await summarizeNotifications(db, databaseNow())).toBe(0);
  await submit(1);
  expect(await summarizeNotifications(db, databaseNow())).toBe(1);
  expect(await waitingCount("record-hashes")).toBe(1);
});

import { expect, test } from "vitest";
import { sql } from "kysely";
import { demoConsentWordings, demoWordingAt } from "#demo/demo-leads.server.ts";
import { demoIds } from "#app/people/profile/demo-id.ts";
import { hasDemoData } from "#app/people/profile/demo-rows.server.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { consentWordings } from "#content/consent.ts";
import { practice } from "#content/practice.ts";
import { allRows, aPerson, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { add as addDemo, run } from "./demo.ts";

const database = testDatabase();
const { db } = database;
const clock = { now: () => new Date("2026-11-22T15:00:00Z") };
const services = {
  ...database,
  clock,
  siteUrl: "https://www.example.com",
  keyRing: () => Promise.resolve(testKeyRing),
};
/** Stores every fifteenth email, because rendering them all takes long. */
const add = () => addDemo(services, 15);
const remove = () => runCommand(run, ["remove"], services);

test("adds a year of data once, marked by its IDs, with consents to existing wordings, and sends no email", async () => {
  await sql`vacuum analyze`.execute(db);
  expect(await add()).toMatchObject({ ok: true });
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from pre_loi_assessments) as assessments,
      (select count(distinct score_level) from pre_loi_assessments) as levels,
      (select count(*) from linkedin_live_signups where state = 'waiting') as waiting,
      (select count(*) from events) as events,
      (select count(*) from letters where state = 'sent') as sent,
      (select count(*) from letters where state not in ('sent', 'given-up')) as unsettled,
      (select count(distinct date_trunc('month', created_at)) from visitors) as months,
      (select count(*) from tracking_events) as tracked`.execute(db);
  expect(rows[0]).toMatchObject({ assessments: 168, levels: 3, waiting: 15, events: 8, unsettled: 0 });
  expect(rows[0]?.sent).toBeGreaterThan(70);
  expect(await findKeysInEmails()).toEqual([]);
  expect(rows[0]?.months).toBeGreaterThanOrEqual(12);
  expect(rows[0]?.tracked).toBeGreaterThan(10_000);
  const people = await sql<{ id: string; email: string }>`
    select id::text, email from pre_loi_assessments union all select id::text, email from linkedin_live_signups
    union all select id::text, email from visitors`.execute(db);
  expect(
    people.rows.filter(
      ({ id, email }) => id < demoIds.first || id > demoIds.last || !email.endsWith(".invalid"),
    ),
  ).toEqual([]);
  await expectConsentsToExistingWordings();
  expect(await add()).toEqual({
    ok: false,
    text: "The demo data exists already. Remove it with: npm run demo -- remove",
  });
});

test("no consent predates the first wording version", () => {
  expect(demoWordingAt(new Date("2024-01-01T00:00:00Z"))).toBeUndefined();
  expect(demoWordingAt(new Date("2026-11-21T05:59:00Z"))).toBe("2025-09-01");
  expect(demoWordingAt(new Date("2026-11-21T06:00:00Z"))).toBe("2026-11-21");
});

test("removal leaves no trace except in the audit log, and leaves real data unchanged", async () => {
  const { id } = await db
    .insertInto("events")
    .values(anEvent({ startsAt: new Date("2026-12-17T18:00:00Z"), capacity: 100 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await takeAssessment(db, aPerson("heron"));
  // By chance, this ID lies in the range of demo IDs.
  await db.updateTable("preLoiAssessments").set({ id: "de300000-1234-4abc-8def-0123456789ab" }).execute();
  await signUp(db, aPerson("egret"));
  const before = await rowsExceptAudit();
  await add();
  const seats = () => db.selectFrom("events").select("seatsTaken").where("id", "=", id).executeTakeFirst();
  expect(await seats()).toEqual({ seatsTaken: 42 });
  expect(await hasDemoData(db)).toBe(true);
  expect(await remove()).toMatchObject({ code: 0 });
  // Position numbers are never reused.
  await db.updateTable("events").set({ lastPlaceNumber: 1 }).where("id", "=", id).execute();
  expect(await rowsExceptAudit()).toEqual(before);
  expect(await remove()).toEqual({ code: 1, out: "", problems: "There is no demo data.\n" });
  const rows = await db.selectFrom("auditEvents").select(["action", "actorKind"]).orderBy("id").execute();
  expect(rows).toEqual([
    { action: "demo-added", actorKind: "shell" },
    { action: "demo-removed", actorKind: "shell" },
  ]);
});

test("removal keeps an upcoming demo event with a real sign-up, which moves up from the waiting list", async () => {
  await add();
  const { id, lastPlaceNumber } = await db
    .selectFrom("events")
    .select(["id", "lastPlaceNumber"])
    .orderBy("startsAt", "desc")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ eventId: id, state: "waiting", placeNumber: lastPlaceNumber + 1 }))
    .execute();
  await remove();
  expect(await db.selectFrom("events").select(["id", "seatsTaken"]).execute()).toEqual([
    { id, seatsTaken: 1 },
  ]);
  expect(await db.selectFrom("linkedinLiveSignups").select("state").execute()).toEqual([{ state: "seat" }]);
});
async function expectConsentsToExistingWordings(): Promise<void> {
  const receipts = await db.selectFrom("consentReceipts").select(["givenAt", "wordingVersion"]).execute();
  expect(receipts.length).toBeGreaterThan(500);
  const versions = new Set([...Object.keys(consentWordings), ...Object.keys(demoConsentWordings)]);
  for (const { givenAt, wordingVersion } of receipts) {
    expect(versions).toContain(wordingVersion);
    // A version takes effect no later than midnight of its date in the firm's time zone.
    const begins = new Date(
      (endOfDayIn(practice.timeZone, wordingVersion ?? "")?.getTime() ?? 0) - 86_400_000,
    );
    expect(givenAt.getTime()).toBeGreaterThanOrEqual(begins.getTime());
  }
}

async function rowsExceptAudit(): Promise<string[]> {
  const rows = await allRows(db);
  return rows.filter((row) => !row.startsWith("audit_events ")).toSorted();
}

/** Emails that contain the key of a private result. */
async function findKeysInEmails(): Promise<unknown[]> {
  const { rows } = await sql`
    select from letters join pre_loi_assessments as lead on lead.id = letters.about
    where position(lead.result_key in body_text || body_html) > 0`.execute(db);
  return rows;
}

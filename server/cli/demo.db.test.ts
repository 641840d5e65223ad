import { expect, test } from "vitest";
import { sql } from "kysely";
import { demoConsentWordings, demoWordingAt } from "#demo/demo-leads.server.ts";
import { demoIds } from "#app/people/profile/demo-id.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { consentWordings } from "#content/consent.ts";
import { practice } from "#content/practice.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { add as addDemo } from "./demo.ts";

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

test("adds a year of data once, marked by its IDs, with consents to existing wordings, and sends no email @long", async () => {
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
    text: "The demo data exists already. Remove it with the command “demo remove”.",
  });
});

test("no consent predates the first wording version", () => {
  expect(demoWordingAt(new Date("2024-01-01T00:00:00Z"))).toBeUndefined();
  expect(demoWordingAt(new Date("2026-11-21T05:59:00Z"))).toBe("2025-09-01");
  expect(demoWordingAt(new Date("2026-11-21T06:00:00Z"))).toBe("2026-11-21");
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

/** Emails that contain the key of a private result. */
async function findKeysInEmails(): Promise<unknown[]> {
  const { rows } = await sql`
    select from letters join pre_loi_assessments as lead on lead.id = letters.about
    where position(lead.result_key in body_text || body_html) > 0`.execute(db);
  return rows;
}

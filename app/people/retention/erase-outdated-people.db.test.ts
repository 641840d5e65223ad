import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { digestOfAddress, emailTopics } from "#app/email/outbox/suppressions.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { createLog, silentLog } from "#app/platform/log.server.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, hold, personTime, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { storeAssessments } from "#tests/kit/stored-leads.ts";
import { auditDeps, failingFor } from "#tests/kit/audit-deps.ts";
import { until } from "#tests/kit/running-server.ts";
import { eraseOutdatedPeople } from "./erase-outdated-people.server.ts";

const { db, pool } = testDatabase();
const { persons } = auditDeps;
const deps = {
  db,
  persons,
  clock: { now: () => personTime },
  outbox: createOutbox(() => undefined),
  log: silentLog,
};
const run = async (before: Date) => (await eraseOutdatedPeople(deps, before, () => false)).erased;

/** The test kit creates all its rows at this time. The database dates emails. */
const contact = personTime;
const justAfter = new Date(contact.getTime() + 1);
const dayMs = 86_400_000;
const ada = aPerson("ada");

async function setEmailDates(at: Date): Promise<void> {
  await db.updateTable("letters").set({ createdAt: at, settledAt: null, state: "waiting" }).execute();
}

async function waitForLocks(count: number): Promise<void> {
  await until("the transactions to wait for a lock", async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length === count;
  });
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(`
    select (select count(*) from pre_loi_assessments) as assessments,
      (select count(*) from linkedin_live_signups) as sign_ups, (select count(*) from consent_receipts) as receipts,
      (select count(*) from visitors) as visits, (select count(*) from tracking_events) as events,
      (select count(*) from letters) as letters, (select count(*) from quarantined_submissions) as held`);
  return rows[0] ?? {};
}

test("a person is erased once the last contact is before the cutoff, and the audit log records the reason", async () => {
  await visit(db, ada);
  await takeAssessment(db, ada);
  await signUp(db, ada);
  await hold(db, ada);
  await setEmailDates(contact);
  const before = await counts();

  expect(await run(contact)).toBe(0);
  expect(await counts()).toEqual(before);
  expect(await run(justAfter)).toBe(1);
  expect(await counts()).toEqual({
    assessments: 0,
    sign_ups: 0,
    receipts: 0,
    visits: 0,
    events: 0,
    letters: 0,
    held: 0,
  });
  expect(await run(justAfter)).toBe(0);
  const audited = db.selectFrom("auditEvents").select(["action", "actorKind", "subject", "details"]);
  expect(await audited.execute()).toMatchObject([
    {
      action: "person-erased",
      actorKind: "nobody",
      subject: persons.subjectOf(ada.email),
      details: { by: "retention", pre_loi_assessments: 1 },
    },
  ]);
});

test("a person is found behind more people with a later contact than one page has", async () => {
  await storeAssessments(pool, 510);
  await db.updateTable("preLoiAssessments").set({ createdAt: contact }).execute();
  await sql`
    insert into consent_withdrawals (email, channel, at)
    select email, 'phone', ${justAfter} from pre_loi_assessments`.execute(db);
  const zoe = aPerson("zoe");
  await takeAssessment(db, zoe);
  await setEmailDates(contact);
  expect(await run(justAfter)).toBe(1);
  const left = db.selectFrom("preLoiAssessments").select((eb) => eb.fn.countAll<number>().as("count"));
  expect(await left.executeTakeFirst()).toEqual({ count: 510 });
});

describe("a later contact keeps all data of the person", () => {
  const later = new Date(contact.getTime() + dayMs);

  test.each([
    [
      "another form",
      () =>
        db
          .insertInto("linkedinLiveSignups")
          .values(aSignup({ email: ada.email, createdAt: later }))
          .execute(),
    ],
    ["a message to the person", () => setEmailDates(later)],
    [
      "an opt-out",
      () =>
        db
          .insertInto("consentWithdrawals")
          .values({ email: ada.email, channel: "phone", at: later })
          .execute(),
    ],
    [
      "a consent recorded by staff",
      () =>
        db
          .insertInto("consentReceipts")
          .values({
            email: ada.email,
            givenAt: later,
            basis: "staff",
            byEmail: true,
            byPhone: false,
            optsOut: false,
            recordedBy: "shell",
          })
          .execute(),
    ],
    [
      "a future event",
      async () => {
        const event = db
          .insertInto("events")
          .values(anEvent({ startsAt: later }))
          .returning("id");
        const { id: eventId } = await event.executeTakeFirstOrThrow();
        const signup = {
          email: ada.email,
          eventId,
          state: "seat",
          placeNumber: 1,
          createdAt: contact,
        } as const;
        await db
          .insertInto("linkedinLiveSignups")
          .values(aSignup({ ...signup, stateSince: contact }))
          .execute();
      },
    ],
  ])("%s", async (_, happens) => {
    await takeAssessment(db, ada);
    await setEmailDates(contact);
    await happens();
    const before = await counts();
    expect(await run(justAfter)).toBe(0);
    expect(await counts()).toEqual(before);
  });
});

test.each([
  ["a call that staff recorded", { outcome: "reached" }],
  ["an email that staff recorded", { emailed: true }],
  ["a note of staff", { body: "Call again after the audit." }],
] as const)("%s counts as contact", async (_, note) => {
  await takeAssessment(db, ada);
  await setEmailDates(contact);
  const later = new Date(contact.getTime() + 30 * dayMs);
  const { id } = await db.selectFrom("people").select("id").executeTakeFirstOrThrow();
  await db
    .insertInto("personNotes")
    .values({ personId: id, at: later, authorEmail: "ruth@example.com", outcome: null, body: null, ...note })
    .execute();
  expect(await run(later)).toBe(0);
  expect(await run(new Date(later.getTime() + 1))).toBe(1);
});

test("a planned next step keeps the person until its day", async () => {
  await takeAssessment(db, ada);
  await setEmailDates(contact);
  await db.updateTable("people").set({ nextStep: "Call", nextStepOn: "2030-05-02" }).execute();
  expect(await run(new Date("2030-05-01T00:00:00Z"))).toBe(0);
  expect(await run(new Date("2030-05-03T00:00:00Z"))).toBe(1);
});

test("an opt-out remains as a digest", async () => {
  await takeAssessment(db, ada);
  await setEmailDates(contact);
  await db.insertInto("letterSuppressions").values({ email: ada.email, topic: emailTopics[0] }).execute();
  await db
    .insertInto("consentWithdrawals")
    .values({ email: ada.email, channel: "phone", at: contact })
    .execute();
  expect(await run(justAfter)).toBe(1);
  const digest = [{ email: digestOfAddress(ada.email) }];
  expect(await db.selectFrom("letterSuppressions").select("email").execute()).toEqual(digest);
  expect(await db.selectFrom("consentWithdrawals").select("email").execute()).toEqual(digest);
});

test("a run erases at most 25 people, and the next run continues", async () => {
  await db
    .insertInto("linkedinLiveSignups")
    .values(
      Array.from({ length: 30 }, (_, nth) =>
        aSignup({ email: `person-${nth}@example.org`, createdAt: contact, stateSince: contact }),
      ),
    )
    .execute();
  expect(await run(justAfter)).toBe(25);
  expect(await run(justAfter)).toBe(5);
});

test("an erasure that fails is logged without the address, and the later people are erased", async () => {
  for (const name of ["ada", "bea", "cid"]) await takeAssessment(db, aPerson(name));
  await setEmailDates(contact);
  const lines: string[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line) });
  const failing = { ...deps, persons: failingFor(ada.email), log };
  expect(await eraseOutdatedPeople(failing, justAfter, () => false)).toEqual({ erased: 2, failed: 1 });
  const { personId } = await db.selectFrom("personAddresses").selectAll().executeTakeFirstOrThrow();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      level: "warn",
      event: "retention.erasure_failed",
      personId,
      error: { message: "The test fails this erasure." },
    },
  ]);
  expect(lines.join()).not.toContain(ada.email);
  expect(await counts()).toMatchObject({ assessments: 1, receipts: 1 });
  expect(await run(justAfter)).toBe(1);
});

test("a form that is submitted during the erasure is not lost", async () => {
  const event = db
    .insertInto("events")
    .values(anEvent({ startsAt: contact, seatsTaken: 1, lastPlaceNumber: 1 }))
    .returning("id");
  const { id: eventId } = await event.executeTakeFirstOrThrow();
  const seat = { email: ada.email, eventId, state: "seat", placeNumber: 1 } as const;
  await db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ ...seat, createdAt: contact, stateSince: contact }))
    .execute();
  const erasing = await db.transaction().execute(async (trx) => {
    await trx.selectFrom("events").select("id").where("id", "=", eventId).forUpdate().execute();
    const begun = run(justAfter);
    await waitForLocks(1);
    const arriving = takeAssessment(db, ada);
    await waitForLocks(2);
    return { begun, arriving };
  });
  await Promise.all([erasing.begun, erasing.arriving]);
  expect(await counts()).toMatchObject({ assessments: 1, receipts: 1, sign_ups: 0 });
});

import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readSource } from "#tests/fences/source-files.ts";
import type { Database } from "#app/data/schema/database.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { personTime } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const { db } = testDatabase();
const { storeAssessment, storeSignup } = storedLeads(db);
const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
const ada = "ada@example.com";
const later = "2026-11-21T12:00:00Z";

async function waitForLocks(count: number): Promise<void> {
  await until("the transactions to wait for a lock", async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length >= count;
  });
}

/** Commits a transaction after another one waits for it. */
async function commitDuring(
  first: (trx: Kysely<Database>) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  let waiting: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await first(trx);
    // The trigger of a form computes the record when the transaction commits.
    await sql`set constraints all immediate`.execute(trx);
    waiting = second();
    await waitForLocks(1);
  });
  await waiting;
}

const storeSeat = async (email = ada): Promise<string> => {
  const { id: eventId } = await db
    .insertInto("events")
    .values(anEvent({ lastPlaceNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return storeSignup({ name: "Ada", email, state: "seat", eventId, placeNumber: 1 });
};
const recordAttendance = (from: Kysely<Database>) =>
  from.updateTable("linkedinLiveSignups").set({ attended: true }).execute();
const storeConsent = (email: string) =>
  db
    .insertInto("consentReceipts")
    .values({
      email,
      givenAt: personTime,
      byEmail: false,
      byPhone: true,
      optsOut: false,
      basis: "staff",
      recordedBy: actor.email,
    })
    .execute();
const listPeople = () =>
  db
    .selectFrom("people")
    .select(["latestForm", "latestFormId", "hasSeat", "attended", "callConsent", "firstChannel", "revision"])
    .orderBy("email")
    .execute();

async function mergeRecords(kept: string, removed: string): Promise<unknown> {
  const findRecord = (email: string) =>
    db.selectFrom("people").select(["id", "revision"]).where("email", "=", email).executeTakeFirstOrThrow();
  const deps = { db, clock: { now: () => personTime }, ...auditDeps, actor };
  return mergePeople(deps, { kept: await findRecord(kept), removed: await findRecord(removed) });
}

describe("a record that two transactions change at the same time has the result of both", () => {
  test("attendance, then a form", async () => {
    await storeSeat();
    await commitDuring(recordAttendance, () => storeAssessment({ name: "Ada", email: ada, at: later }));
    expect(await listPeople()).toMatchObject([{ attended: true, latestForm: "assessment" }]);
  });

  test("a form, then attendance", async () => {
    await storeSeat();
    const storeForm = (trx: Kysely<Database>) =>
      storedLeads(trx).storeAssessment({ name: "Ada", email: ada, at: later });
    await commitDuring(storeForm, () => recordAttendance(db));
    expect(await listPeople()).toMatchObject([{ attended: true, latestForm: "assessment" }]);
  });

  test("an opt-out of one address, then consent of the other", async () => {
    await storeAssessment({ name: "Ada", email: ada });
    await storeAssessment({ name: "Ada", email: "zoe@example.com" });
    await mergeRecords(ada, "zoe@example.com");
    await storeConsent(ada);
    const optOut = { email: ada, channel: "phone", at: new Date(personTime.getTime() + 1) } as const;
    const withdraw = (trx: Kysely<Database>) => trx.insertInto("consentWithdrawals").values(optOut).execute();
    await commitDuring(withdraw, () => storeConsent("zoe@example.com"));
    expect(await listPeople()).toMatchObject([{ callConsent: "opted-out" }]);
  });

  test("two visits", async () => {
    const storeVisit = async (from: Kysely<Database>, leadId: string, source: string, at: string) =>
      storedLeads(from).storeVisit({
        email: ada,
        leadId,
        at,
        firstTouch: { at, landingPage: "/", referrer: null, campaign: { source }, clickId: null },
        lastTouch: null,
      });
    const firstForm = await storeAssessment({ name: "Ada", email: ada });
    const secondForm = await storeAssessment({ name: "Ada", email: ada, at: later });
    await commitDuring(
      (trx) => storeVisit(trx, firstForm, "first", "2026-11-19T12:00:00Z"),
      () => storeVisit(db, secondForm, "second", later),
    );
    expect(await listPeople()).toMatchObject([{ firstChannel: "first" }]);
  });

  test("a merge, then the cancellation of a seat of the removed record", async () => {
    await storeAssessment({ name: "Ada", email: "zoe@example.com" });
    await storeSeat();
    let outcomes: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      // The merge waits at its end, with both records locked.
      await sql`lock table audit_events in exclusive mode`.execute(trx);
      const merging = mergeRecords("zoe@example.com", ada);
      await waitForLocks(1);
      const canceling = db.updateTable("linkedinLiveSignups").set({ state: "cancelled" }).execute();
      outcomes = Promise.all([merging, canceling]);
      await waitForLocks(2);
    });
    await outcomes;
    expect(await listPeople()).toMatchObject([{ hasSeat: false }]);
  });
});

test("the migration computes only the records that lost a result", async () => {
  await storeAssessment({ name: "Ben", email: "ben@example.com" });
  await storeConsent("ben@example.com");
  await storeSeat();
  await storeSeat("eve@example.com");
  await storeSeat("zoe@example.com");
  const readVersions = async () => {
    const { rows } = await sql<{
      version: string;
    }>`select xmin::text as version from people order by email`.execute(db);
    return rows.map(({ version }) => version);
  };
  const people = await listPeople();
  const setWrong = (email: string, wrong: object) =>
    db.updateTable("people").set(wrong).where("email", "=", email).execute();
  await setWrong("ben@example.com", { callConsent: "opted-out" });
  await setWrong("eve@example.com", { hasSeat: false });
  await setWrong("zoe@example.com", { latestFormId: randomUUID() });
  const before = await readVersions();
  const migration = readSource("app/data/migrations/0097_records_locked_before_they_are_computed.sql");
  await db.transaction().execute((trx) => sql.raw(migration).execute(trx));
  expect(await listPeople()).toEqual(people);
  const after = await readVersions();
  expect(after.map((version, index) => version !== before[index])).toEqual([false, true, true, true]);
});

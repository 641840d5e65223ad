import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { recordAttendance } from "#app/events/attendance/record-attendance.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { recordBooking } from "#app/people/bookings/record-booking.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { undoMerge } from "#app/people/merge/undo-merge.server.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { listQueued, storeWebhook } from "#tests/kit/integrations.ts";
import {
  allRows,
  aPerson,
  followUp,
  personTime,
  signUp,
  takeAssessment,
  type TestPerson,
} from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const { db } = testDatabase();
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const outbox = createOutbox(() => undefined);
const deps = { db, clock: { now: () => personTime }, outbox, ...auditDeps, actor };
// Random ids never contain this word, because it is not hexadecimal.
const ada = aPerson("adaline");
const eve = aPerson("eve");

const read = async ({ email }: TestPerson) => {
  const record = await findPersonRecord(db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};
const listEvents = async () => (await listQueued(db)).map(({ event }) => event);
const erase = ({ email }: TestPerson) => erasePerson(deps, email, { keepsEmails: false });

describe("the events of a form", () => {
  test("are stored with ids and the score, and without anything that identifies the person", async () => {
    await storeWebhook(db);
    const assessmentId = await takeAssessment(db, ada);
    const { id: personId } = await read(ada);
    expect(await listQueued(db)).toMatchObject([
      {
        event: "assessment.submitted",
        personId,
        state: "waiting",
        data: { personId, assessmentId, hasFormToken: false, submittedAt: "2026-11-21T12:00:00.000Z" },
      },
      { event: "person.created", personId, data: { personId } },
    ]);
    const rows = (await allRows(db)).filter((row) => row.startsWith("integration_deliveries"));
    expect(rows.filter((row) => row.includes(ada.mark))).toEqual([]);
  });

  test("say whether the assessment came from our page", async () => {
    await storeWebhook(db, { events: ["assessment.submitted"] });
    await takeAssessment(db, ada, { formTokenId: "a-token" });
    expect(await listQueued(db)).toMatchObject([{ data: { hasFormToken: true } }]);
  });

  test("name the seat of a sign-up, and create no person twice", async () => {
    await db.insertInto("events").values(anEvent()).execute();
    await storeWebhook(db);
    await takeAssessment(db, ada);
    await signUp(db, ada);
    const events = await listQueued(db);
    expect(events.map(({ event }) => event)).toEqual([
      "assessment.submitted",
      "person.created",
      "signup.created",
    ]);
    expect(events[2]?.data).toMatchObject({ personId: (await read(ada)).id, state: "seat" });
  });

  test("are stored for each destination that wants them", async () => {
    await storeWebhook(db, { events: ["assessment.submitted"] });
    await storeWebhook(db, { events: ["assessment.submitted", "person.updated"] });
    await storeWebhook(db, { events: ["person.erased"] });
    await takeAssessment(db, ada);
    expect(await listEvents()).toEqual(["assessment.submitted", "assessment.submitted"]);
  });

  test("are stored while a destination is paused or stopped", async () => {
    await storeWebhook(db, { events: ["assessment.submitted"], state: "paused" });
    await storeWebhook(db, { events: ["assessment.submitted"], state: "stopped", stopReason: "gone" });
    await takeAssessment(db, ada);
    expect(await listEvents()).toHaveLength(2);
  });

  test("do not prevent the form if their destination is deleted at the same time", async () => {
    await storeWebhook(db);
    let form = Promise.resolve("");
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom("integrationDestinations").execute();
      form = takeAssessment(db, ada);
      await until("the form to wait for the deletion", async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(db);
        return rows.length > 0;
      });
    });
    expect(await form).not.toBe("");
    expect(await listEvents()).toEqual([]);
  });

  test("are rolled back with the form", async () => {
    await storeWebhook(db);
    const broken = db.transaction().execute(async (trx) => {
      await storedLeads(trx).storeAssessment({ name: ada.name, email: ada.email });
      await sql`set constraints all immediate`.execute(trx);
      expect(await listQueued(trx)).toHaveLength(2);
      throw new Error("undone");
    });
    await expect(broken).rejects.toThrow("undone");
    expect(await listEvents()).toEqual([]);
  });

  test("are not stored without a destination, nor for demo data", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db);
    const demo = { ...eve, email: "eve@practice.invalid" };
    await takeAssessment(db, demo);
    await followUp(db, demo);
    await erase(demo);
    expect(await listEvents()).toEqual([]);
  });
});

describe("the change of a person", () => {
  test("is one event with the changed fields and their values, without texts", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db);
    await followUp(db, ada);
    expect(await listQueued(db)).toMatchObject([
      {
        event: "person.updated",
        data: {
          personId: (await read(ada)).id,
          changed: ["status", "nextStep", "company"],
          status: "contacted",
          nextStepOn: "2026-12-01",
          ownerId: null,
          callConsent: "no",
          emailConsent: "yes",
          attended: false,
        },
      },
    ]);
    const rows = (await allRows(db)).filter((row) => row.startsWith("integration_deliveries"));
    expect(rows.filter((row) => row.includes(ada.mark))).toEqual([]);
  });

  test("by an opt-out is one event, although it changes several tables", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db);
    await withdrawConsent(deps, ada.email, ["phone", "email"]);
    expect(await listQueued(db)).toMatchObject([
      {
        event: "person.updated",
        data: {
          changed: ["callConsent", "emailConsent"],
          callConsent: "opted-out",
          emailConsent: "opted-out",
        },
      },
    ]);
  });

  test("by attendance at an event is an event", async () => {
    const { id } = await db.insertInto("events").values(anEvent()).returning("id").executeTakeFirstOrThrow();
    await signUp(db, ada);
    await storeWebhook(db);
    const { id: signupId } = await db
      .selectFrom("linkedinLiveSignups")
      .select("id")
      .executeTakeFirstOrThrow();
    const later = { now: () => new Date("2026-12-18T12:00:00Z") };
    await recordAttendance({ ...deps, clock: later }, id, [{ signupId, attended: true }]);
    expect(await listQueued(db)).toMatchObject([{ data: { changed: ["attended"], attended: true } }]);
  });

  test("in another transaction is another event", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db);
    await db.transaction().execute(async (trx) => {
      await trx.updateTable("people").set({ company: "One" }).execute();
      await trx.updateTable("people").set({ status: "booked" }).execute();
    });
    expect(await listQueued(db)).toMatchObject([
      { data: { changed: ["company", "status"], status: "booked" } },
    ]);
    await db.updateTable("people").set({ status: "client" }).execute();
    expect(await listEvents()).toEqual(["person.updated", "person.updated"]);
  });
});

describe("a merge", () => {
  const merge = async () => {
    const [kept, removed] = [await read(ada), await read(eve)];
    const merged = await mergePeople(deps, { kept, removed });
    if (!merged.ok) throw new Error(merged.reason);
    return { kept, removed, mergeId: merged.mergeId };
  };

  test("is an event, and moves what waits for the removed record to the kept one", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db, { events: ["assessment.submitted", "person.merged", "person.erased"] });
    await takeAssessment(db, eve);
    const { kept, removed } = await merge();
    expect(await listQueued(db)).toMatchObject([
      { event: "assessment.submitted", personId: kept.id, data: { personId: removed.id } },
      { event: "person.merged", personId: kept.id, data: { personId: kept.id, mergedId: removed.id } },
    ]);
  });

  test("that is undone is an event, and moves it back", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db, { events: ["assessment.submitted", "person.created", "person.merge_undone"] });
    await takeAssessment(db, eve);
    const { kept, removed, mergeId } = await merge();
    expect(await undoMerge(deps, mergeId)).toMatchObject({ ok: true });
    expect(await listQueued(db)).toMatchObject([
      { event: "assessment.submitted", personId: removed.id },
      { event: "person.created", personId: removed.id },
      { event: "person.merge_undone", personId: removed.id, data: { personId: removed.id, keptId: kept.id } },
    ]);
  });

  test("whose undo period ends is no event", async () => {
    await takeAssessment(db, ada);
    await takeAssessment(db, eve);
    await merge();
    await storeWebhook(db);
    await db.deleteFrom("personMerges").execute();
    expect(await listEvents()).toEqual([]);
  });
});

describe("an erasure", () => {
  test("deletes what waits about the person and leaves one event with the id", async () => {
    await storeWebhook(db);
    await takeAssessment(db, ada);
    await takeAssessment(db, eve);
    const { id } = await read(ada);
    await followUp(db, ada);
    await erase(ada);
    expect(await listQueued(db)).toMatchObject([
      { event: "assessment.submitted", personId: (await read(eve)).id },
      { event: "person.created", personId: (await read(eve)).id },
      { event: "person.erased", personId: null, data: { personId: id } },
    ]);
    expect((await allRows(db)).filter((row) => row.includes(ada.email))).toEqual([]);
  });

  test("of a merged person reports the ids of all merged records, also without the events of the merges", async () => {
    const zoe = aPerson("zoe");
    for (const person of [ada, eve, zoe]) await takeAssessment(db, person);
    const [kept, middle, last] = [await read(ada), await read(eve), await read(zoe)];
    await mergePeople(deps, { kept: middle, removed: last });
    const { id, revision } = await read(eve);
    await mergePeople(deps, { kept, removed: { id, revision } });
    await storeWebhook(db, { events: ["person.erased"] });
    // The merges can no longer be undone.
    await db.deleteFrom("personMerges").execute();
    await erase(zoe);
    expect((await listQueued(db)).map(({ data }) => data)).toEqual(
      expect.arrayContaining([{ personId: kept.id }, { personId: middle.id }, { personId: last.id }]),
    );
    expect(await listEvents()).toEqual(["person.erased", "person.erased", "person.erased"]);
    expect(await db.selectFrom("mergedPeople").selectAll().execute()).toEqual([]);
  });

  test("after the undo of a merge reports only the id of the erased person", async () => {
    await takeAssessment(db, ada);
    await takeAssessment(db, eve);
    const [kept, removed] = [await read(ada), await read(eve)];
    const merged = await mergePeople(deps, { kept, removed });
    if (!merged.ok) throw new Error(merged.reason);
    expect(await undoMerge(deps, merged.mergeId)).toMatchObject({ ok: true });
    await storeWebhook(db, { events: ["person.erased"] });
    await erase(ada);
    expect(await listQueued(db)).toMatchObject([{ event: "person.erased", data: { personId: kept.id } }]);
  });
});

describe("an appointment", () => {
  const report = (changes = {}) =>
    recordBooking(deps, aBookingReport({ attendeeEmail: ada.email, ...changes }));

  test("is an event when it is booked, moved and canceled", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db, { events: ["booking.recorded"] });
    await report();
    await report({ change: "canceled" });
    const { id: personId } = await read(ada);
    const startsAt = "2026-12-01T16:00:00.000Z";
    expect((await listQueued(db)).map(({ data }) => data)).toMatchObject([
      { personId, bookingId: "booking-1", state: "booked", startsAt },
      { personId, bookingId: "booking-1", state: "canceled", startsAt },
    ]);
  });

  test("without a person is an event when staff assign it", async () => {
    await takeAssessment(db, ada);
    await storeWebhook(db, { events: ["booking.recorded"] });
    await report({ attendeeEmail: null, reference: "unknown" });
    expect(await listEvents()).toEqual([]);
    await sql`update bookings set person_email = ${ada.email}`.execute(db);
    expect(await listEvents()).toEqual(["booking.recorded"]);
  });
});

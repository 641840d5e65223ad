import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { loadPerson } from "#app/people/export/load-person.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import type { FollowUp } from "#app/people/follow-up/save-follow-up.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { undoMerge } from "#app/people/merge/undo-merge.server.ts";
import { deleteExpired } from "#app/people/retention/retention.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { listPersonNotes, readPersonExport } from "#tests/kit/read-person.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { assignBooking, dismissBooking } from "./assign-booking.server.ts";
import { listUnmatchedBookings } from "./find-bookings.server.ts";
import { recordBooking } from "./record-booking.server.ts";

const { db } = testDatabase();
const clock = { now: () => personTime };
const deps = { db, clock, ...auditDeps };
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const erasure = { ...deps, actor, outbox: createOutbox(() => undefined) };
const retention = { ...erasure, log: silentLog };
const [ada, ben] = [aPerson("ada"), aPerson("ben")];
const today = "2026-11-21";
/** The next step that the appointment of `aBookingReport` sets. */
const appointment = { nextStep: "Appointment at 10:00 AM", nextStepOn: "2026-12-01" };

let reference = "";
beforeEach(async () => {
  await takeAssessment(db, ada);
  const form = await db.selectFrom("preLoiAssessments").select("bookingReference").executeTakeFirstOrThrow();
  reference = form.bookingReference;
});

const record = (changes: Parameters<typeof aBookingReport>[0] = {}) =>
  recordBooking(deps, aBookingReport(changes));
const rows = () => db.selectFrom("bookings").selectAll().orderBy("uid").execute();
const setRecord = (values: Partial<Pick<FollowUp, "status" | "nextStep" | "nextStepOn">>) =>
  db.updateTable("people").set(values).execute();

/** Waits until another transaction waits for a lock. */
const waitForLock = () =>
  until("a lock", async () => {
    const { rows: waiting } = await sql`select from pg_locks where not granted`.execute(db);
    return waiting.length > 0;
  });

describe("a booking with a reference", () => {
  test("is recorded once: the status becomes Booked, and the change names the scheduler", async () => {
    const report = { reference, attendeeEmail: "assistant@example.com" };
    const both = await Promise.all([record(report), record(report)]);
    expect(both.toSorted()).toEqual(["matched", "unchanged"]);
    expect(await findPersonRecord(db, ada.email)).toMatchObject({ status: "booked", revision: 2 });
    expect(await listPersonNotes(db, ada.email)).toMatchObject([
      { authorEmail: "scheduler", changes: { status: "booked" } },
    ]);
    expect(await rows()).toMatchObject([{ state: "booked", personEmail: ada.email }]);
    const entries = await db.selectFrom("auditEvents").select(["action", "actorKind", "details"]).execute();
    expect(entries).toMatchObject([
      { action: "person-updated", actorKind: "nobody", details: { by: "scheduler" } },
    ]);
  });

  test.each([
    { nextStep: null, nextStepOn: null },
    { nextStep: "Call again", nextStepOn: "2026-11-18" },
    { nextStep: "Call again", nextStepOn: today },
  ])("makes the appointment the next step instead of %j", async (before) => {
    await setRecord(before);
    await record({ reference });
    expect(await findPersonRecord(db, ada.email)).toMatchObject(appointment);
  });

  test.each([
    { nextStep: "Send the letter", nextStepOn: "2026-11-22" },
    { nextStep: "Wait for the CPA", nextStepOn: null },
  ])("keeps a next step of staff that is not due: %j", async (before) => {
    await setRecord(before);
    await record({ reference });
    expect(await findPersonRecord(db, ada.email)).toMatchObject({ status: "booked", ...before });
  });

  test("of an appointment that has begun changes only the status", async () => {
    await setRecord({ nextStep: "Call again", nextStepOn: today });
    await record({ reference, startsAt: personTime });
    expect(await findPersonRecord(db, ada.email)).toMatchObject({ status: "booked", nextStep: "Call again" });
  });

  test("does not lower a client", async () => {
    await setRecord({ status: "client" });
    expect(await record({ reference })).toBe("matched");
    expect(await findPersonRecord(db, ada.email)).toMatchObject({ status: "client" });
  });

  test("that no form has waits for staff, even if the attendee is known", async () => {
    const unknown = "0d4b7f0e-5b0c-4b7e-9d5f-2f3f6c1f6a11";
    for (const [uid, wrong] of Object.entries({ one: unknown, two: "not a reference" })) {
      expect(await record({ uid, reference: wrong, attendeeEmail: ada.email })).toBe("unmatched");
    }
    expect(await findPersonRecord(db, ada.email)).toMatchObject({ status: "new" });
    expect(await listUnmatchedBookings(db)).toHaveLength(2);
  });
});

test("a booking without a reference belongs to the person with the attendee's address", async () => {
  expect(await record({ uid: "known", attendeeEmail: ada.email })).toBe("matched");
  expect(await record({ uid: "unknown", attendeeEmail: "other@example.com" })).toBe("unmatched");
  expect(await record({ uid: "none" })).toBe("unmatched");
});

describe("a cancellation", () => {
  const cancel = () => record({ change: "canceled", reference });

  test("sets a next step due today, once, and a new booking replaces it", async () => {
    await record({ reference });
    expect([await cancel(), await cancel()]).toEqual(["matched", "unchanged"]);
    expect(await findPersonRecord(db, ada.email)).toMatchObject({
      status: "booked",
      nextStep: "Follow up on the canceled appointment",
      nextStepOn: today,
    });
    await record({ reference, uid: "booking-2" });
    expect(await findPersonRecord(db, ada.email)).toMatchObject(appointment);
  });

  test.each([{ nextStep: "Send the checklist" }, { status: "not-a-fit" as const }])(
    "keeps what staff have set: %j",
    async (values) => {
      await record({ reference });
      await setRecord(values);
      await cancel();
      const step = "nextStep" in values ? values.nextStep : null;
      expect(await findPersonRecord(db, ada.email)).toMatchObject({ ...values, nextStep: step });
    },
  );

  test("of one of two bookings leaves the other one as the next step until it is over", async () => {
    await record({ reference });
    const later = { startsAt: new Date("2026-12-04T23:30:00Z"), endsAt: new Date("2026-12-05T00:00:00Z") };
    await record({ reference, uid: "booking-2", ...later });
    expect(await findPersonRecord(db, ada.email)).toMatchObject(appointment);
    await cancel();
    expect(await findPersonRecord(db, ada.email)).toMatchObject({
      status: "booked",
      nextStep: "Appointment at 5:30 PM",
      nextStepOn: "2026-12-04",
    });
    await record({ reference, uid: "booking-3" });
    await db
      .updateTable("bookings")
      .set({ startsAt: personTime, endsAt: personTime })
      .where("uid", "=", "booking-2")
      .execute();
    await record({ change: "canceled", reference, uid: "booking-3" });
    expect(await findPersonRecord(db, ada.email)).toMatchObject({
      nextStep: "Follow up on the canceled appointment",
    });
  });

  test("that arrives before its booking wins", async () => {
    await cancel();
    expect(await record({ reference })).toBe("unchanged");
    expect(await rows()).toMatchObject([{ state: "canceled" }]);
  });
});

describe("a rescheduled booking", () => {
  test("closes the earlier one and keeps its person", async () => {
    await record({ reference });
    const change = { change: "rescheduled", uid: "booking-2", previousUid: "booking-1" } as const;
    expect([await record(change), await record(change)]).toEqual(["matched", "unchanged"]);
    expect(await rows()).toMatchObject([
      { state: "rescheduled", closedAt: personTime },
      { state: "booked", personEmail: ada.email },
    ]);
    expect(await findPersonRecord(db, ada.email)).toMatchObject(appointment);
  });

  test("that is reported before the earlier one leaves no second appointment", async () => {
    await record({ change: "rescheduled", uid: "booking-2", previousUid: "booking-1", reference });
    expect(await record({ reference })).toBe("unchanged");
    const found = await rows();
    expect(new Set(found.map(({ uid, state }) => `${uid} ${state}`))).toEqual(
      new Set(["booking-1 rescheduled", "booking-2 booked"]),
    );
  });

  test("that is reported before the earlier one leaves the times of the earlier one to its own report", async () => {
    const moved = { startsAt: new Date("2026-12-03T16:00:00Z"), endsAt: new Date("2026-12-03T16:30:00Z") };
    const reportedAt = new Date("2026-11-22T12:00:00Z");
    const change = { change: "rescheduled", uid: "booking-2", previousUid: "booking-1" } as const;
    await record({ ...change, ...moved, reportedAt, reference });
    const unknown = { uid: "booking-1", startsAt: moved.startsAt, endsAt: moved.startsAt };
    expect(await rows()).toMatchObject([unknown, { uid: "booking-2", ...moved }]);

    expect(await record({ reference })).toBe("unchanged");
    const { startsAt, endsAt, reportedAt: reportedFirst } = aBookingReport();
    const own = { uid: "booking-1", state: "rescheduled", startsAt, endsAt, reportedAt: reportedFirst };
    expect(await rows()).toMatchObject([own, { uid: "booking-2", state: "booked", ...moved, reportedAt }]);

    // Known times stay as they are.
    expect(await record({ reference, ...moved })).toBe("unchanged");
    expect(await rows()).toMatchObject([own, { uid: "booking-2" }]);
    expect(await findPersonRecord(db, ada.email)).toMatchObject({ nextStepOn: "2026-12-03" });
  });

  test("whose cancellation is reported first closes the earlier one, and plans the next step", async () => {
    await record({ reference });
    expect(await record({ change: "canceled", uid: "booking-2", reference })).toBe("matched");
    const change = { change: "rescheduled", uid: "booking-2", previousUid: "booking-1", reference } as const;
    expect([await record(change), await record(change)]).toEqual(["matched", "unchanged"]);
    expect((await rows()).map(({ uid, state }) => `${uid} ${state}`)).toEqual([
      "booking-1 rescheduled",
      "booking-2 canceled",
    ]);
    expect(await findPersonRecord(db, ada.email)).toMatchObject({
      nextStep: "Follow up on the canceled appointment",
    });
  });

  test("that keeps its id has the new time, and an older report does not restore the old one", async () => {
    await record({ reference });
    const moved = new Date("2026-12-03T16:00:00Z");
    const reportedAt = new Date("2026-11-22T12:00:00Z");
    expect(await record({ change: "rescheduled", startsAt: moved, reportedAt })).toBe("matched");
    expect(await record({ change: "rescheduled" })).toBe("unchanged");
    expect(await rows()).toMatchObject([{ startsAt: moved }]);
    expect(await findPersonRecord(db, ada.email)).toMatchObject({
      nextStep: "Appointment at 10:00 AM",
      nextStepOn: "2026-12-03",
    });
  });

  test("that keeps its id and start has the new end", async () => {
    await record({ reference });
    const changes = {
      endsAt: new Date("2026-12-01T17:00:00Z"),
      reportedAt: new Date("2026-11-22T12:00:00Z"),
    };
    expect(await record({ change: "rescheduled", ...changes })).toBe("matched");
    expect(await record({ change: "rescheduled", ...changes })).toBe("unchanged");
    expect(await rows()).toMatchObject([changes]);
  });

  test("that is reported without other times outdates the reports before it", async () => {
    await record({ reference });
    const [before, reportedAt] = [new Date("2026-11-22T12:00:00Z"), new Date("2026-11-22T13:00:00Z")];
    expect(await record({ change: "rescheduled", reportedAt })).toBe("unchanged");
    const moved = { startsAt: new Date("2026-12-03T16:00:00Z"), endsAt: new Date("2026-12-03T16:30:00Z") };
    expect(await record({ change: "rescheduled", ...moved, reportedAt: before })).toBe("unchanged");
    expect(await rows()).toMatchObject([{ startsAt: aBookingReport().startsAt, reportedAt }]);
  });
});

describe("a booking without a person", () => {
  const assign = (email: string) => assignBooking({ ...deps, actor }, "booking-1", email);

  test("is assigned once, and later reports concern the person", async () => {
    await record({ attendeeEmail: "other@example.com" });
    expect(await assign("nobody@example.com")).toEqual({ ok: false, reason: "unknown" });
    const both = await Promise.all([assign(ada.email), assign(ada.email)]);
    expect(both).toContainEqual({ ok: true });
    expect(both).toContainEqual({ ok: false, reason: "gone" });
    expect(await findPersonRecord(db, ada.email)).toMatchObject({ status: "booked" });
    expect(await listPersonNotes(db, ada.email)).toMatchObject([{ authorEmail: actor.email }]);
    expect(await listUnmatchedBookings(db)).toEqual([]);
    expect(await record({ change: "canceled" })).toBe("matched");
  });

  test("that was dismissed is not restored by a repeated report", async () => {
    await record();
    expect(await dismissBooking({ ...deps, actor }, "booking-1")).toBe(true);
    expect(await dismissBooking({ ...deps, actor }, "booking-1")).toBe(false);
    expect(await record()).toBe("unchanged");
    expect(await assign(ada.email)).toEqual({ ok: false, reason: "gone" });
    expect(await listUnmatchedBookings(db)).toEqual([]);
  });

  test("is deleted after 90 days; one with a person stays", async () => {
    await record({ uid: "with", reference });
    await record({ uid: "without" });
    const after = new Date(personTime.getTime() + 91 * 24 * 3_600_000);
    expect(await deleteExpired(retention, after)).toMatchObject({
      removed: { unmatchedBookings: 1, people: 0 },
    });
    expect(await rows()).toMatchObject([{ uid: "with" }]);
  });
});

describe("the data of a person", () => {
  test("includes the appointments, also without a person, and no id that opens them at the scheduler", async () => {
    await record({ reference });
    await record({ uid: "unmatched", reference: "unknown", attendeeEmail: ada.email });
    const text = await readPersonExport(db, ada.email);
    expect(JSON.parse(text)).toMatchObject({ bookings: [{ personEmail: ada.email }, { personEmail: null }] });
    expect(text).not.toContain("booking-1");
  });

  test("contains no appointment that staff assigned to another person, whose address it would name", async () => {
    await takeAssessment(db, ben);
    await record({ reference: "unknown", attendeeEmail: ada.email });
    await assignBooking({ ...deps, actor }, "booking-1", ben.email);
    const exportOf = async (email: string): Promise<unknown> => JSON.parse(await readPersonExport(db, email));
    expect(await exportOf(ada.email)).toMatchObject({ bookings: [] });
    expect(await exportOf(ben.email)).toMatchObject({ bookings: [{ personEmail: ben.email }] });
  });

  test("is erased with the appointments, also without a person", async () => {
    await record({ reference });
    await record({ uid: "unmatched", reference: "unknown", attendeeEmail: ada.email });
    const { removed } = await erasePerson(erasure, ada.email, { keepsEmails: false });
    expect(removed).toMatchObject({ bookings: 2 });
    expect(await rows()).toEqual([]);
  });

  test("is erased before a report that arrives meanwhile, whose booking then has no person", async () => {
    let outcome: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await lockAddress(trx, ada.email);
      outcome = record({ reference });
      await waitForLock();
      await erasePerson({ ...erasure, db: trx }, ada.email, { keepsEmails: false });
    });
    expect(await outcome).toBe("unmatched");
    expect(await rows()).toMatchObject([{ personEmail: null }]);
  });

  test("is kept until six years after an appointment, even if the form is older", async () => {
    await record({ reference });
    const longAgo = new Date("2019-01-01T12:00:00Z");
    await db.updateTable("preLoiAssessments").set({ createdAt: longAgo }).execute();
    await db.deleteFrom("letters").execute();
    await db.deleteFrom("consentReceipts").execute();
    expect(await deleteExpired(retention, personTime)).toMatchObject({ removed: { people: 0 } });
    await db.updateTable("bookings").set({ receivedAt: longAgo, startsAt: longAgo }).execute();
    await setRecord({ nextStep: null, nextStepOn: null });
    expect(await deleteExpired(retention, personTime)).toMatchObject({ removed: { people: 1 } });
    expect(await rows()).toEqual([]);
  });

  test("of an attendee who never sent a form is erased", async () => {
    await record({ attendeeEmail: "other@example.com" });
    await erasePerson(erasure, "other@example.com", { keepsEmails: false });
    expect(await rows()).toEqual([]);
  });

  test("is merged and separated with the appointments", async () => {
    await takeAssessment(db, ben);
    await record({ reference });
    const [kept, removed] = await Promise.all([ben, ada].map(({ email }) => findPersonRecord(db, email)));
    if (kept === undefined || removed === undefined) throw new Error("The records are missing.");
    const merged = await mergePeople({ ...deps, actor }, { kept, removed });
    const listed = async () => (await loadPerson(db, ben.email, { hiddenKinds: [] })).bookings.length;
    expect(await listed()).toBe(1);
    if (merged.ok) await undoMerge({ ...deps, actor }, merged.mergeId);
    expect(await listed()).toBe(0);
  });
});

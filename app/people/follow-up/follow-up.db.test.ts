import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { listPersonNotes } from "#tests/kit/read-person.ts";
import { findPersonRecord } from "./person-record.server.ts";
import { type FollowUp, saveFollowUp } from "./save-follow-up.server.ts";

const { db } = testDatabase();
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const deps = { db, clock: { now: () => personTime }, ...auditDeps, actor };
const ada = aPerson("ada");

const unchanged = {
  outcome: null,
  note: null,
  status: "new",
  owner: null,
  company: null,
  nextStep: null,
  nextStepOn: null,
} as const;
/** Saves the current record with changes. */
const save = async (changes: Partial<FollowUp>) => {
  const record = await findPersonRecord(db, ada.email);
  if (record === undefined) {
    return saveFollowUp(deps, ada.email, { ...unchanged, recordId: "", revision: 1, ...changes });
  }
  const { id: recordId, ownerId, revision, status, company, nextStep, nextStepOn } = record;
  const owner = ownerId === null ? null : { id: ownerId, email: "" };
  const values = { status, company, nextStep, nextStepOn, owner, outcome: null, note: null };
  const current = { recordId, revision, ...values };
  return saveFollowUp(deps, ada.email, { ...current, ...changes });
};

describe("the record of a person", () => {
  test("begins with the first form, and a later form does not rename the person", async () => {
    await takeAssessment(db, ada);
    await signUp(db, { ...ada, name: "Another Name" });
    expect(await findPersonRecord(db, ada.email)).toMatchObject({
      name: ada.name,
      status: "new",
      ownerId: null,
      revision: 1,
    });
    const { rows } = await sql`select from people`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test("ends with the last form, also if a server of the previous version erased it", async () => {
    await takeAssessment(db, ada);
    await signUp(db, ada);
    await save({ note: "A note" });
    await db.deleteFrom("preLoiAssessments").execute();
    expect(await findPersonRecord(db, ada.email)).toBeDefined();
    await db.deleteFrom("linkedinLiveSignups").execute();
    const { rows } = await sql<{ rows: number }>`
      select (select count(*) from people) + (select count(*) from person_addresses) + (select count(*) from person_notes) as rows`.execute(
      db,
    );
    expect(rows).toEqual([{ rows: 0 }]);
  });

  test("is erased with its notes, which are counted", async () => {
    await takeAssessment(db, ada);
    await save({ outcome: "reached", nextStep: "Send the checklist" });
    const erasure = { ...deps, outbox: createOutbox(() => undefined) };
    const { removed } = await erasePerson(erasure, ada.email, { keepsEmails: false });
    expect(removed).toMatchObject({ people: 1, person_notes: 1 });
    expect(await findPersonRecord(db, ada.email)).toBeUndefined();
    expect(await save({ note: "Too late" })).toEqual({ ok: false, reason: "unknown" });
  });
});

describe("a follow-up", () => {
  test("stores the outcome, the note and the changed fields, and the audit log has no text", async () => {
    await takeAssessment(db, ada);
    const { accountId, email } = await signedIn(db, { role: "staff" });
    const step = { nextStep: "Send the checklist", nextStepOn: "2026-12-01" };
    const owner = { id: accountId, email };
    expect(await save({ outcome: "reached", note: "Wants to sell in 2028", owner, ...step })).toEqual({
      ok: true,
    });
    expect(await findPersonRecord(db, ada.email)).toMatchObject({
      status: "contacted",
      ownerId: accountId,
      revision: 2,
      ...step,
    });
    const changes = { status: "contacted", owner: email, ...step };
    expect(await listPersonNotes(db, ada.email)).toMatchObject([
      { authorEmail: actor.email, outcome: "reached", body: "Wants to sell in 2028", changes },
    ]);
    const [entry] = await db.selectFrom("auditEvents").select(["action", "details"]).execute();
    expect(entry).toEqual({
      action: "person-updated",
      details: {
        outcome: "reached",
        status: "contacted",
        fields: "status, owner, next step, due",
        note: true,
      },
    });
  });

  test.each([
    ["reached", "new", "contacted"],
    ["left-message", "new", "contacted"],
    ["left-message", "client", "client"],
    ["emailed", "new", "contacted"],
    ["emailed", "booked", "booked"],
    ["booked", "contacted", "booked"],
    ["not-a-fit", "contacted", "not-a-fit"],
  ] as const)("with the outcome %s changes the status %s to %s", async (outcome, before, after) => {
    await takeAssessment(db, ada);
    await save({ status: before, nextStep: "Call again" });
    await save({ outcome });
    const record = await findPersonRecord(db, ada.email);
    expect(record?.status).toBe(after);
    expect(record?.nextStep).toBe(outcome === "not-a-fit" ? null : "Call again");
  });

  test.each([{ outcome: "not-a-fit" }, { status: "not-a-fit" }] as const)(
    "with %j ends the stored next step, and keeps one that was entered at the same time",
    async (unfit) => {
      await takeAssessment(db, ada);
      const step = { nextStep: "Call", nextStepOn: "2026-12-01" };
      await save(step);
      await save(unfit);
      expect(await findPersonRecord(db, ada.email)).toMatchObject({ nextStep: null, nextStepOn: null });
      await save({ status: "contacted", ...step });
      const later = { nextStep: "Ask again", nextStepOn: "2027-12-01" };
      await save({ ...unfit, ...later });
      expect(await findPersonRecord(db, ada.email)).toMatchObject({ status: "not-a-fit", ...later });
      await save({ note: "Still too small" });
      expect(await findPersonRecord(db, ada.email)).toMatchObject(later);
    },
  );

  test("by email answers the person, and the previous release reads it as a note", async () => {
    await takeAssessment(db, ada);
    await save({ outcome: "emailed", nextStep: "Follow up" });
    expect(await listPersonNotes(db, ada.email)).toMatchObject([{ outcome: "emailed" }]);
    const { rows } = await sql`select outcome, emailed, body from person_notes`.execute(db);
    expect(rows).toEqual([{ outcome: null, emailed: true, body: null }]);
    const answered = await db.selectFrom("people").select("contactedAt").execute();
    expect(answered).toEqual([{ contactedAt: personTime }]);
  });

  test("of an outdated form is refused and changes nothing", async () => {
    await takeAssessment(db, ada);
    const both = await Promise.all([save({ note: "One", revision: 1 }), save({ note: "Two", revision: 1 })]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "changed" });
    expect(await listPersonNotes(db, ada.email)).toHaveLength(1);
  });

  test("without any content is refused", async () => {
    await takeAssessment(db, ada);
    expect(await save({})).toEqual({ ok: false, reason: "empty" });
  });

  test("cannot name an owner whose account was removed meanwhile", async () => {
    await takeAssessment(db, ada);
    const owner = { id: "removed", email: "removed@example.com" };
    expect(await save({ owner })).toEqual({ ok: false, reason: "owner-gone" });
    expect(await listPersonNotes(db, ada.email)).toEqual([]);
  });

  test("is never changed afterwards", async () => {
    await takeAssessment(db, ada);
    await save({ note: "As it was" });
    await expect(sql`update person_notes set body = 'Something else'`.execute(db)).rejects.toThrow(
      "never changed",
    );
  });
});

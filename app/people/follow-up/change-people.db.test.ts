import { beforeEach, describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime } from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { changePeople, maxPeopleAtOnce, type PeopleChange } from "./change-people.server.ts";

const { db } = testDatabase();
const { storeAssessment } = storedLeads(db);
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const deps = { db, clock: { now: () => personTime }, ...auditDeps, actor };
const [ada, ben] = [aPerson("ada"), aPerson("ben")];

beforeEach(async () => {
  await storeAssessment(ada);
  await storeAssessment(ben);
});

const listRecords = () => db.selectFrom("people").selectAll().orderBy("name").execute();
const listNotes = () => db.selectFrom("personNotes").selectAll().orderBy("id").execute();
/** Changes everyone, as they were when the change was selected. */
const change = async (wanted: PeopleChange) => changePeople(deps, await listRecords(), wanted);

describe("a change of several people", () => {
  test("changes only the given fields, with a note and an audit entry for each person", async () => {
    const { accountId, email } = await signedIn(db, { role: "staff" });
    await change({ nextStep: "Call", nextStepOn: "2026-12-01" });
    const done = await change({ status: "contacted", owner: { id: accountId, email } });
    expect(done).toEqual({
      ok: true,
      changed: 2,
      changedMeanwhile: [],
      erased: 0,
      unchanged: 0,
      withoutStep: [],
    });
    const changed = { status: "contacted", ownerId: accountId, nextStep: "Call", revision: 3 };
    expect(await listRecords()).toMatchObject([changed, changed]);
    const changes = { status: "contacted", owner: email };
    expect((await listNotes()).slice(2)).toMatchObject([{ changes }, { changes }]);
    const entries = await db
      .selectFrom("auditEvents")
      .select(["subject", "details"])
      .where("action", "=", "person-updated")
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(
      new Set([ada, ben].map((person) => auditDeps.persons.subjectOf(person.email))),
    );
    expect(entries[0]?.details).toEqual({ status: "contacted", fields: "status, owner" });
  });

  test("that is sent twice is done once", async () => {
    const selected = await listRecords();
    const both = await Promise.all([
      changePeople(deps, selected, { status: "booked" }),
      changePeople(deps, selected.toReversed(), { status: "booked" }),
    ]);
    expect(new Set(both.map((one) => one.ok && one.changed))).toEqual(new Set([0, 2]));
    expect(await listNotes()).toHaveLength(2);
  });

  test("skips and names those whom a colleague changed, and counts erased and unchanged people", async () => {
    await storeAssessment(aPerson("cleo"));
    const selected = await listRecords();
    await changePeople(deps, selected.slice(1, 2), { nextStep: "Call", nextStepOn: null });
    const erasure = { ...deps, outbox: createOutbox(() => undefined) };
    await erasePerson(erasure, ada.email, { keepsEmails: false });
    expect(await changePeople(deps, selected, { status: "new" })).toEqual({
      ok: true,
      changed: 0,
      changedMeanwhile: [ben.name],
      erased: 1,
      unchanged: 1,
      withoutStep: [],
    });
    expect(await listNotes()).toHaveLength(1);
  });

  test("changes no one if the new owner's account was removed meanwhile", async () => {
    const owner = { id: "removed", email: "removed@example.com" };
    expect(await change({ owner, status: "booked" })).toEqual({ ok: false, reason: "owner-gone" });
    expect(await listRecords()).toMatchObject([{ status: "new" }, { status: "new" }]);
    expect(await listNotes()).toEqual([]);
  });

  test("has a maximum", async () => {
    const [record] = await listRecords();
    const tooMany = Array.from({ length: maxPeopleAtOnce + 1 }, () => record ?? { id: "", revision: 1 });
    await expect(changePeople(deps, tooMany, { status: "booked" })).rejects.toThrow("500");
  });
});

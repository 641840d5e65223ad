import { describe, expect, test } from "vitest";
import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { addPerson } from "#app/people/contact/add-person.server.ts";
import {
  getContactDetails,
  getContactVersion,
  saveContact,
} from "#app/people/contact/save-contact.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, takeAssessment } from "#tests/kit/person-data.ts";
import { mergePeople } from "./merge-people.server.ts";
import { undoMerge } from "./undo-merge.server.ts";

const { db } = testDatabase();
const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
/** A number of hours after the forms. */
const hours = (count: number) => {
  const at = new Date(personTime.getTime() + count * 3_600_000);
  return { db, clock: { now: () => at }, ...auditDeps, actor };
};
const ada = aPerson("ada");
const zoe = aPerson("zoe");
const bea = { name: "Bea", email: "bea@quill.example", company: null, source: null, owner: null };
const entered = "555 0133";

const read = async (email: string) => {
  const record = await findPersonRecord(db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};
const readNumbers = async () =>
  db.selectFrom("people").select(["callConsent", "phone", "contactPhone"]).orderBy("createdAt").execute();
const allowCalls = async (email: string, after: number) =>
  giveConsent(hours(after), await listAddresses(db, email), ["phone"], () => Promise.resolve(true));
const enterNumber = async (email: string, phone: string, after: number) => {
  const record = await read(email);
  const details = { ...getContactDetails(record), phone };
  return saveContact(hours(after), email, { ...details, version: getContactVersion(record) });
};
const merge = async (kept: string, removed: string) =>
  mergePeople(hours(9), { kept: await read(kept), removed: await read(removed) });

describe("the number after a merge", () => {
  test.each([
    [ada.email, bea.email],
    [bea.email, ada.email],
  ])(
    "is the one that may be called (%s keeps, %s is removed), and the undo restores both",
    async (...pair) => {
      await takeAssessment(db, ada);
      await allowCalls(ada.email, 1);
      await addPerson(hours(2), { ...bea, phone: entered });
      const before = await readNumbers();
      const merged = await merge(...pair);
      expect(await readNumbers()).toEqual([{ callConsent: "yes", phone: ada.phone, contactPhone: null }]);
      expect(await undoMerge(hours(9), merged.ok ? merged.mergeId : 0)).toMatchObject({ ok: true });
      expect(await readNumbers()).toEqual(before);
    },
  );

  test("is the one that staff entered in the removed record if calls to no other are allowed", async () => {
    await takeAssessment(db, ada);
    await addPerson(hours(2), { ...bea, phone: entered });
    await merge(ada.email, bea.email);
    expect(await readNumbers()).toMatchObject([{ phone: entered, contactPhone: entered }]);
  });

  test("is the one that staff entered in the removed record if the consent covers only that one", async () => {
    for (const person of [ada, zoe]) {
      await takeAssessment(db, person);
      await allowCalls(person.email, 1);
      await enterNumber(person.email, person === ada ? "555 0131" : "555 0132", 2);
    }
    await allowCalls(zoe.email, 3);
    await merge(ada.email, zoe.email);
    expect(await readNumbers()).toEqual([
      { callConsent: "yes", phone: "555 0132", contactPhone: "555 0132" },
    ]);
  });

  test("stays the one that staff entered in the kept record if calls are not allowed after the merge", async () => {
    await takeAssessment(db, ada);
    await enterNumber(ada.email, entered, 1);
    await takeAssessment(db, zoe);
    await allowCalls(zoe.email, 2);
    await merge(ada.email, zoe.email);
    expect(await readNumbers()).toEqual([{ callConsent: "no", phone: entered, contactPhone: entered }]);
  });
});

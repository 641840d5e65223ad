import { expect, test } from "vitest";
import { findPersonConsent } from "#app/intake/consent/find-consent.server.ts";
import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { addPerson } from "#app/people/contact/add-person.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { viewMerge } from "./merge-view.server.ts";

const { db } = testDatabase();
const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
const deps = { db, clock: { now: () => personTime }, ...auditDeps, actor };
const ada = aPerson("ada");
const bea = aPerson("bea");

const read = async (email: string) => {
  const record = await findPersonRecord(db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};
const add = async () => addPerson(deps, { ...bea, company: null, source: null, owner: null });
const allowCalls = async (email: string) =>
  giveConsent(deps, [email], ["phone"], () => Promise.resolve(true));

const preview = async (kept: string, removed: string) =>
  new Map((await viewMerge(deps, { kept, removed }))?.rows.map(({ term, result }) => [term, result]));

test.each([
  ["of which one was added by staff", add, "Yes, recorded by ruth@example.com on Nov 21, 2026", "yes"],
  ["that were both asked", async () => signUp(db, bea), "No, box not checked", "no"],
] as const)(
  "the preview of two records %s has the consent and the number after the merge, and changes nothing",
  async (_, store, text, state) => {
    await takeAssessment(db, ada);
    await allowCalls(ada.email);
    await store();
    const readPeople = async () => db.selectFrom("people").selectAll().orderBy("id").execute();
    const before = await readPeople();
    const previews = [await preview(ada.email, bea.email), await preview(bea.email, ada.email)];
    expect(previews.map((rows) => rows.get("May be called"))).toEqual([text, text]);
    expect(await readPeople()).toEqual(before);
    expect(await db.selectFrom("personMerges").select("id").execute()).toEqual([]);
    await mergePeople(deps, { kept: await read(ada.email), removed: await read(bea.email) });
    expect((await findPersonConsent(db, ada.email)).phone.state).toBe(state);
    const [merged] = await readPeople();
    expect(merged).toMatchObject({ callConsent: state, phone: previews[0]?.get("Phone") });
    expect(merged?.phone).toBeTruthy();
  },
);

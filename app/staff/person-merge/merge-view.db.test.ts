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

test.each([
  ["of which one was added by staff", add, "Yes, recorded by ruth@example.com on Nov 21, 2026", "yes"],
  ["that were both asked", async () => signUp(db, bea), "No, box not checked", "no"],
] as const)(
  "the preview of two records %s has the consent that holds after the merge",
  async (_, store, text, state) => {
    await takeAssessment(db, ada);
    await allowCalls(ada.email);
    await store();
    for (const pair of [
      { kept: ada.email, removed: bea.email },
      { kept: bea.email, removed: ada.email },
    ]) {
      const row = (await viewMerge(db, pair))?.rows.find(({ term }) => term === "May be called");
      expect(row?.result).toBe(text);
    }
    await mergePeople(deps, { kept: await read(ada.email), removed: await read(bea.email) });
    expect((await findPersonConsent(db, ada.email)).phone.state).toBe(state);
    const { callConsent } = await db.selectFrom("people").select("callConsent").executeTakeFirstOrThrow();
    expect(callConsent).toBe(state);
  },
);

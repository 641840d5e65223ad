import { beforeEach, describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { isSuppressed, setTopics } from "#app/email/outbox/suppressions.server.ts";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import { giveConsent, insertConsent } from "#app/intake/consent/record-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, takeAssessment, type TestPerson } from "#tests/kit/person-data.ts";
import { mergePeople } from "./merge-people.server.ts";
import { undoMerge } from "./undo-merge.server.ts";

const { db } = testDatabase();
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const ada = aPerson("ada");
const zoe = aPerson("zoe");
/** @param hours after the forms of both people */
const hoursLater = (hours: number) => new Date(personTime.getTime() + hours * 3_600_000);
const depsAt = (hours: number) => ({ db, clock: { now: () => hoursLater(hours) }, ...auditDeps, actor });

const optOut = (hours: number, { email }: TestPerson, ...channels: ConsentChannel[]) =>
  withdrawConsent(depsAt(hours), email, channels);
/** Records consent for all addresses of a person, like the person's page. */
const give = async (hours: number, { email }: TestPerson, ...channels: ConsentChannel[]) => {
  await giveConsent(depsAt(hours), await listAddresses(db, email), channels);
};
const mergeAt = async (hours: number): Promise<number> => {
  const [kept, removed] = [await findPersonRecord(db, ada.email), await findPersonRecord(db, zoe.email)];
  if (kept === undefined || removed === undefined) throw new Error("A record is missing.");
  const result = await mergePeople(depsAt(hours), { kept, removed });
  if (!result.ok) throw new Error(result.reason);
  return result.mergeId;
};
const states = async ({ email }: TestPerson) => {
  const consent = await findConsent(db, email);
  return [consent.email.state, consent.phone.state];
};

beforeEach(async () => {
  for (const person of [ada, zoe]) await takeAssessment(db, person);
});

describe("consent that staff record for merged people", () => {
  test.each([
    ["removed", zoe],
    ["kept", ada],
  ])("does not outlast the undo, so the opt-out of the %s record stands", async (_, person) => {
    await optOut(1, person, "email", "phone");
    const before = [await states(ada), await states(zoe)];
    const id = await mergeAt(2);
    await give(3, ada, "email", "phone");
    expect(await states(person)).toEqual(["yes", "yes"]);
    expect(await undoMerge(depsAt(4), id)).toEqual({ ok: true, removedConsents: 2 });
    expect([await states(ada), await states(zoe)]).toEqual(before);
    expect(await states(person)).toEqual(["opted-out", "opted-out"]);
    for (const topic of ["announcements", "reminders"] as const) {
      expect(await isSuppressed(db, person.email, topic)).toBe(true);
    }
    const listed = db.selectFrom("people").select("callConsent").where("email", "=", person.email);
    expect(await listed.execute()).toEqual([{ callConsent: "opted-out" }]);
  });

  test("does not outlast the undo where an opt-out was stored only as stopped announcements", async () => {
    await setTopics(db, zoe.email, ["reminders"], hoursLater(1));
    const id = await mergeAt(2);
    await give(3, ada, "email");
    await undoMerge(depsAt(4), id);
    expect(await states(zoe)).toEqual(["opted-out", "no"]);
    expect(await isSuppressed(db, zoe.email, "announcements")).toBe(true);
  });

  test("is counted in the audit log when the undo removes it", async () => {
    const id = await mergeAt(2);
    await give(3, ada, "phone");
    await undoMerge(depsAt(4), id);
    const entries = db.selectFrom("auditEvents").select("details").where("action", "=", "merge-undone");
    expect(await entries.execute()).toEqual(
      [ada, zoe].map(() => ({ details: { addresses: 2, removedConsents: 2 } })),
    );
  });
});

describe("the undo of a merge", () => {
  test("leaves opt-outs since the merge, and consent from before it", async () => {
    await optOut(1, zoe, "phone");
    await give(2, zoe, "phone");
    const id = await mergeAt(3);
    await optOut(4, ada, "phone");
    expect(await undoMerge(depsAt(5), id)).toEqual({ ok: true, removedConsents: 0 });
    expect([await states(ada), await states(zoe)]).toEqual([
      ["yes", "opted-out"],
      ["yes", "yes"],
    ]);
  });

  test("leaves consent that the owner of a mailbox gave", async () => {
    await optOut(1, zoe, "phone");
    const id = await mergeAt(2);
    const given = { email: zoe.email, channels: ["phone"], at: hoursLater(3) } as const;
    await db
      .transaction()
      .execute((trx) => insertConsent(trx, { ...auditDeps, actor: { kind: "nobody" } }, given));
    await undoMerge(depsAt(4), id);
    expect(await states(zoe)).toEqual(["yes", "yes"]);
  });

  test("raises the revisions of both records above those of all earlier forms", async () => {
    await db.updateTable("people").set({ revision: 7 }).where("email", "=", zoe.email).execute();
    await undoMerge(depsAt(3), await mergeAt(2));
    const records = [await findPersonRecord(db, ada.email), await findPersonRecord(db, zoe.email)];
    expect(records.map((record) => record?.revision)).toEqual([8, 8]);
  });
});

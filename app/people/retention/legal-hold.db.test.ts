import { expect, it } from "vitest";
import { lockLegalHold, placeHold, releaseHold } from "#app/compliance/records/records.server.ts";
import { eraseOnRequest } from "#app/people/erasure/erase-person.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { eraseOutdatedPeople } from "./erase-outdated-people.server.ts";
import { deleteExpired } from "./retention.server.ts";

const { db } = testDatabase();
const deps = { db, outbox: createOutbox(() => undefined), persons: auditDeps.persons, log: silentLog };
const later = new Date("2040-01-01T12:00:00Z");
const owner = {
  db,
  clock: { now: () => later },
  actor: { kind: "staff", id: "1", email: "owner@example.com" },
  clientAddress: "198.18.0.7",
} as const;

it("deletes no data of leads while a legal hold is in effect, and deletes it after the release", async () => {
  await takeAssessment(db, aPerson("ada"));
  const count = async () => (await db.selectFrom("preLoiAssessments").select("id").execute()).length;
  await placeHold(owner, "Inquiry 12");
  const held = await deleteExpired(deps, later);
  expect([held.isHeld, held.removed.people, await count()]).toEqual([true, 0, 1]);
  const { id } = await db.selectFrom("legalHolds").select("id").executeTakeFirstOrThrow();
  await releaseHold(owner, { id, reason: "Closed" });
  const released = await deleteExpired(deps, later);
  expect([released.isHeld, released.removed.people, await count()]).toEqual([false, 1, 0]);
});

it("lets no one be erased until the release", async () => {
  const { email } = aPerson("ada");
  await takeAssessment(db, aPerson("ada"));
  const erase = () =>
    eraseOnRequest({ ...deps, clock: owner.clock, actor: owner.actor }, email, { keepsEmails: false });
  await placeHold(owner, "Inquiry 12");
  expect(await erase()).toEqual({ refusal: "held" });
  const { id } = await db.selectFrom("legalHolds").select("id").executeTakeFirstOrThrow();
  await releaseHold(owner, { id, reason: "Closed" });
  expect(await erase()).toMatchObject({ removed: { pre_loi_assessments: 1 } });
});

it("that is placed while data is deleted waits for the deletion, and nothing is deleted afterward", async () => {
  await takeAssessment(db, aPerson("ada"));
  let placing: Promise<void> | undefined;
  let isPlaced = false;
  await db.transaction().execute(async (trx) => {
    // As a deletion does.
    expect(await lockLegalHold(trx)).toBe(false);
    placing = placeHold(owner, "Inquiry 12").then(() => {
      isPlaced = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isPlaced).toBe(false);
  });
  await placing;
  const outdated = await eraseOutdatedPeople({ ...deps, clock: owner.clock }, later, () => false);
  expect(outdated).toMatchObject({ erased: 0, failed: 0 });
});

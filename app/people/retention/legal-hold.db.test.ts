import { expect, it } from "vitest";
import { placeHold, releaseHold } from "#app/compliance/records/records.server.ts";
import { eraseOnRequest } from "#app/people/erasure/erase-person.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
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

it("deletes no data of leads while a legal hold is on, and deletes it after the release", async () => {
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

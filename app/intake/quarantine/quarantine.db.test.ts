import { formHandlers } from "#server/form-handlers.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import {
  findQuarantined,
  findQuarantinedByResultKey,
  quarantineSubmission,
  markAccepted,
  markAsAccepted,
  deleteQuarantined,
  type SubmissionToQuarantine,
} from "./quarantine.server.ts";

const { db } = testDatabase();
const first = new Date("2026-11-21T10:00:00Z");
const later = new Date("2026-11-21T11:00:00Z");

function hold(more: Partial<SubmissionToQuarantine> = {}) {
  return quarantineSubmission(db, {
    form: "assessment",
    reason: "token",
    at: first,
    input: { name: "Ada Byron", email: "ada@example.com" },
    sender: { ipAddress: "203.0.113.9" },
    fingerprint: "one",
    resultKey: null,
    ...more,
  });
}

const list = () =>
  db.selectFrom("quarantinedSubmissions").selectAll().where("releasedAt", "is", null).execute();

test("what is sent again is held once, from when it first came", async () => {
  const { id } = await hold();
  expect(await hold({ at: later, reason: "many" })).toEqual({ id, resultKey: null });
  expect(await list()).toMatchObject([{ id, receivedAt: first, reason: "token" }]);
});

test("a repeat with a valid form token replaces the consent; a repeat without one keeps it", async () => {
  const ticked = { consent: { basis: "boxes-shown", wordingVersion: "2026-11-21", byEmail: true } };
  const unticked = { consent: { ...ticked.consent, byEmail: false } };
  const { id } = await hold({ sender: ticked });
  await hold({ at: later, sender: { consent: { basis: "none-given" } } });
  expect(await findQuarantined(db, id)).toMatchObject({ sender: ticked });
  await hold({ at: later, sender: unticked });
  expect(await findQuarantined(db, id)).toMatchObject({ sender: unticked });
});

test("of the same sent ten times at once one is held, and all senders are told of the same result", async () => {
  const held = await Promise.all(
    Array.from({ length: 10 }, (_, n) => hold({ reason: "honeypot", resultKey: `key ${n}` })),
  );
  expect(new Set(held.map(({ resultKey }) => resultKey)).size).toBe(1);
  expect(await list()).toHaveLength(1);
});

test("what was once answered as if it had been taken stays so, whichever came first", async () => {
  await hold();
  expect(await hold({ reason: "honeypot", resultKey: "told" })).toMatchObject({ resultKey: "told" });
  expect(await hold({ reason: "many" })).toMatchObject({ resultKey: "told" });
  expect(await list()).toMatchObject([{ reason: "honeypot" }]);
});

test("a submission that was resent and accepted is marked; others and honeypot submissions stay quarantined", async () => {
  const again = await hold();
  const stranger = await hold({ fingerprint: "two" });
  const program = await hold({ fingerprint: "three", reason: "honeypot", resultKey: "told" });

  for (const fingerprint of ["one", "three"]) await markAccepted(db, fingerprint, later);
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([stranger.id, program.id].toSorted());
  expect(await findQuarantined(db, again.id)).toMatchObject({ releasedAt: later });
});

test("what was released keeps what it became, and the same content can be held anew", async () => {
  const { id } = await hold();
  const leadId = randomUUID();
  await markAsAccepted(db, id, { at: later, leadId });
  await markAsAccepted(db, id, { at: first, leadId: null });
  expect(await findQuarantined(db, id)).toMatchObject({ releasedAt: later, leadId });
  expect((await hold()).id).not.toBe(id);
});

test("the one whose sender was told of a result is found by its key", async () => {
  const { id } = await hold({ reason: "honeypot", resultKey: "told" });
  expect(await findQuarantinedByResultKey(db, "told")).toMatchObject({
    id,
    input: { name: "Ada Byron", email: "ada@example.com" },
  });
  expect(await findQuarantinedByResultKey(db, "guessed")).toBeUndefined();
});

test("only what is held can be removed", async () => {
  const { id } = await hold();
  const released = await hold({ fingerprint: "two" });
  await markAsAccepted(db, released.id, { at: later, leadId: null });
  expect(await deleteQuarantined({ db, ...onRecord, formHandlers }, id)).toBe(true);
  expect(await deleteQuarantined({ db, ...onRecord, formHandlers }, id)).toBe(false);
  expect(await deleteQuarantined({ db, ...onRecord, formHandlers }, released.id)).toBe(false);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import {
  quarantineSubmission,
  type SubmissionToQuarantine,
} from "#app/intake/quarantine/quarantine.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import { carryOutQuarantineOrder } from "./carry-out-quarantine-order.ts";
import type { QuarantineOrder } from "./quarantine-order.ts";

const { db } = testDatabase();
const arrivedAt = new Date("2026-11-19T15:30:00Z");
const now = new Date("2026-11-21T10:00:00Z");
const unknown = { ok: false, text: "Nothing is held with that id: list shows what is." };

const deps = { db, clock: { now: () => now }, persons: onRecord.persons };
const carry = (order: QuarantineOrder) => carryOutQuarantineOrder(deps, order);

const list = (wanted: Partial<Extract<QuarantineOrder, { kind: "list" }>> = {}) =>
  carry({ kind: "list", reason: undefined, limit: 50, isReleased: false, showsSenders: false, ...wanted });

async function aHeldOne(more: Partial<SubmissionToQuarantine> = {}): Promise<string> {
  const { id } = await quarantineSubmission(db, {
    form: "assessment",
    reason: "many",
    at: arrivedAt,
    input: anAssessment(),
    sender: serializeSource(aSubmission()),
    fingerprint: randomUUID(),
    resultKey: null,
    ...more,
  });
  return id;
}

test("the list names nobody unless asked", async () => {
  expect(await list()).toEqual({ ok: true, text: "Nothing is held." });
  const id = await aHeldOne();
  const line = `${id}\tmany\tassessment\t2026-11-19T15:30:00.000Z`;
  expect(await list()).toEqual({ ok: true, text: line });
  expect(await list({ showsSenders: true })).toEqual({
    ok: true,
    text: `${line}\tThomas Avery\tt.avery@example.com`,
  });
  expect(await list({ reason: "honeypot" })).toEqual({ ok: true, text: "Nothing is held." });
});

test("one is shown with why it is held, what was typed and who sent it", async () => {
  const id = await aHeldOne({
    form: "event-signup",
    reason: "honeypot",
    input: { name: "Ada", email: "ada@example.com", phone: null, questions: "One\nTwo\u001B[2J\u202E" },
    sender: { ipAddress: "203.0.113.9", consent: { basis: "none-given" } },
  });
  expect(await carry({ kind: "show", id })).toEqual({
    ok: true,
    text: [
      `Id: ${id}`,
      "Form: event-signup",
      "Reason: honeypot (a field that nobody sees was filled in; the sender was told that it was taken)",
      "Received: 2026-11-19T15:30:00.000Z",
      "",
      "name: Ada",
      "email: ada@example.com",
      "questions: One Two[2J",
      "",
      'consent: {"basis":"none-given"}',
      "ipAddress: 203.0.113.9",
    ].join("\n"),
  });
});

test("an assessment is released once, and then stands among what was released", async () => {
  const id = await aHeldOne();
  expect(await carry({ kind: "release", id })).toEqual({
    ok: true,
    text: "Released: the assessment is stored, and the practice is told.",
  });
  expect(await db.selectFrom("preLoiAssessments").select("createdAt").execute()).toEqual([
    { createdAt: arrivedAt },
  ]);
  expect(await carry({ kind: "release", id })).toEqual({ ok: false, text: "It was released already." });
  expect(await list()).toEqual({ ok: true, text: "Nothing is held." });
  expect((await list({ isReleased: true })).text).toBe(
    `${id}\tmany\tassessment\t2026-11-19T15:30:00.000Z\t2026-11-21T10:00:00.000Z`,
  );
  expect((await carry({ kind: "show", id })).text).toMatch(
    /\nReleased: 2026-11-21T10:00:00.000Z\nBecame: .{36}\n/,
  );
});

test("a sign-up that is released says what it became", async () => {
  await db
    .insertInto("events")
    .values(anEvent({ capacity: 1 }))
    .execute();
  const input = { name: "Ada Byron", phone: null, questions: null, topics: null };
  const held = (email: string) => aHeldOne({ form: "event-signup", input: { ...input, email } });
  expect((await carry({ kind: "release", id: await held("ada@example.com") })).text).toBe(
    "Released: there is a seat, and its owner is told.",
  );
  expect((await carry({ kind: "release", id: await held("ben@example.com") })).text).toBe(
    "Released: there is a place on the waiting list, and its owner is told.",
  );
});

test("what an older version held and this one cannot take stays held", async () => {
  const id = await aHeldOne({ input: { name: "Ada" } });
  expect((await carry({ kind: "release", id })).text).toMatch(/^It was held by another version/);
  expect((await list()).text).toContain(id);
});

test("one is removed, and is gone", async () => {
  const id = await aHeldOne();
  expect(await carry({ kind: "remove", id })).toEqual({ ok: true, text: "Removed." });
  expect(await carry({ kind: "remove", id })).toEqual(unknown);
  expect(await carry({ kind: "show", id })).toEqual(unknown);
  expect(await carry({ kind: "release", id })).toEqual(unknown);
});

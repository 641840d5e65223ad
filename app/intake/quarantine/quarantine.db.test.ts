import { sql } from "kysely";
import { formHandlers } from "#server/form-handlers.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { isSuppressed } from "#app/email/outbox/suppressions.server.ts";
import { unsubscribeEndpoint } from "#app/people/preferences/unsubscribe.api.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import {
  findQuarantined,
  findQuarantinedByResultKey,
  quarantineSubmission,
  markAcceptedByFingerprint,
  markAcceptedById,
  deleteQuarantined,
  type SubmissionToQuarantine,
} from "./quarantine.server.ts";

const { db } = testDatabase();
const first = new Date("2026-11-21T10:00:00Z");
const later = new Date("2026-11-21T11:00:00Z");

function quarantine(more: Partial<SubmissionToQuarantine> = {}) {
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

test("a repeat is quarantined once, with its first time of receipt", async () => {
  const { id } = await quarantine();
  expect(await quarantine({ at: later, reason: "many" })).toEqual({ id, resultKey: null });
  expect(await list()).toMatchObject([{ id, receivedAt: first, reason: "token" }]);
});

test("a repeat adds the boxes that it checks; an unchecked box or a missing form token changes nothing", async () => {
  const consentTo = (byEmail: boolean, byPhone: boolean, wordingVersion = "2026-11-21") => ({
    consent: { basis: "boxes-shown", wordingVersion, byEmail, byPhone },
  });
  const { id } = await quarantine({ sender: consentTo(true, false) });
  const repeat = async (sender: SubmissionToQuarantine["sender"]) => {
    await quarantine({ at: later, sender });
    return findQuarantined(db, id);
  };
  expect(await repeat({ consent: { basis: "none-given" } })).toMatchObject({
    sender: consentTo(true, false),
  });
  expect(await repeat(consentTo(false, false))).toMatchObject({ sender: consentTo(true, false) });
  expect(await repeat(consentTo(false, false, "2027-01-01"))).toMatchObject({
    sender: consentTo(true, false),
  });
  expect(await repeat(consentTo(false, true))).toMatchObject({ sender: consentTo(true, true) });
  expect(await repeat(consentTo(true, true, "2027-01-01"))).toMatchObject({
    sender: consentTo(true, true, "2027-01-01"),
  });
});

test("of ten concurrent repeats one is quarantined, and all senders get the same result key", async () => {
  const held = await Promise.all(
    Array.from({ length: 10 }, (_, n) => quarantine({ reason: "honeypot", resultKey: `key ${n}` })),
  );
  expect(new Set(held.map(({ resultKey }) => resultKey)).size).toBe(1);
  expect(await list()).toHaveLength(1);
});

test.each([
  ["the honeypot submission comes first", ["honeypot", "token"]],
  ["the honeypot submission comes second", ["token", "honeypot"]],
] as const)("a honeypot submission has a row of its own: %s", async (_order, reasons) => {
  for (const reason of reasons) {
    const isHoneypot = reason === "honeypot";
    const more = isHoneypot ? { resultKey: "told" } : { confirmationRequestedAt: first };
    expect(await quarantine({ reason, ...more })).toMatchObject({ resultKey: isHoneypot ? "told" : null });
  }
  expect((await list()).toSorted((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
    { reason: "honeypot", resultKey: "told", confirmationRequestedAt: null },
    { reason: "token", resultKey: null, confirmationRequestedAt: first },
  ]);
});

test("a submission replaces the reason of a honeypot row that an earlier release stored under its key", async () => {
  const { id } = await quarantine();
  await db.updateTable("quarantinedSubmissions").set({ reason: "honeypot" }).execute();
  expect(await quarantine({ confirmationRequestedAt: later })).toMatchObject({ id });
  expect(await list()).toMatchObject([{ reason: "token", confirmationRequestedAt: later }]);
});

test("a submission that was resent and accepted is marked; others and honeypot submissions stay quarantined", async () => {
  const again = await quarantine();
  const stranger = await quarantine({ fingerprint: "two" });
  const program = await quarantine({ fingerprint: "three", reason: "honeypot", resultKey: "told" });

  for (const fingerprint of ["one", "three"]) await markAcceptedByFingerprint(db, fingerprint, later);
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([stranger.id, program.id].toSorted());
  expect(await findQuarantined(db, again.id)).toMatchObject({ releasedAt: later });
});

test("an accepted submission keeps its result, and the same content can be quarantined again", async () => {
  const { id } = await quarantine();
  const leadId = randomUUID();
  await markAcceptedById(db, id, { at: later, leadId });
  await markAcceptedById(db, id, { at: first, leadId: null });
  expect(await findQuarantined(db, id)).toMatchObject({ releasedAt: later, leadId });
  expect((await quarantine()).id).not.toBe(id);
});

test("a submission is found by the result key that its sender received", async () => {
  const { id } = await quarantine({ reason: "honeypot", resultKey: "told" });
  expect(await findQuarantinedByResultKey(db, "told")).toMatchObject({
    id,
    input: { name: "Ada Byron", email: "ada@example.com" },
  });
  expect(await findQuarantinedByResultKey(db, "guessed")).toBeUndefined();
});

test("a deleted submission leaves no email that asked to confirm it", async () => {
  const [{ id: deleted }, { id: kept }] = [await quarantine(), await quarantine({ fingerprint: "two" })];
  for (const [about, recipient] of [
    [deleted, "ada@example.com"],
    [kept, "ben@example.com"],
  ]) {
    await sql`insert into letters (kind, recipient, about, once)
      values ('confirm-submission', ${recipient}, ${about}::uuid, ${about})`.execute(db);
  }
  await deleteQuarantined({ db, ...auditDeps, formHandlers }, deleted);
  const emails = await db.selectFrom("letters").select("recipient").execute();
  expect(emails).toEqual([{ recipient: "ben@example.com" }]);
});

test.each([
  ["sent", { state: "sent", unclearAttempts: 0 }],
  ["possibly delivered", { state: "given-up", unclearAttempts: 1 }],
] as const)("the unsubscribe link of a %s email works after the deletion", async (_, delivery) => {
  const { id } = await quarantine();
  const content = { subject: "Please confirm", bodyText: "Ada Byron", bodyHtml: "<p>Ada Byron</p>" };
  const email = { kind: "confirm-submission", recipient: "ada@example.com", about: id, ...content };
  const { preferencesKey } = await db
    .insertInto("letters")
    .values({ ...email, ...delivery, settledAt: first })
    .returning("preferencesKey")
    .executeTakeFirstOrThrow();
  await deleteQuarantined({ db, ...auditDeps, formHandlers }, id);
  const response = await unsubscribeEndpoint({ db, clock: { now: () => later }, ...auditDeps }).request(
    `/letters/unsubscribe/${preferencesKey}`,
    { method: "POST" },
  );
  expect(response.status).toBe(200);
  expect(await isSuppressed(db, "ada@example.com", "announcements")).toBe(true);
  const stored = await db
    .selectFrom("letters")
    .select(["recipient", "subject", "bodyText", "bodyHtml"])
    .execute();
  expect(stored).toEqual([{ recipient: "ada@example.com", subject: null, bodyText: null, bodyHtml: null }]);
});

test("only a quarantined submission can be deleted", async () => {
  const { id } = await quarantine();
  const released = await quarantine({ fingerprint: "two" });
  await markAcceptedById(db, released.id, { at: later, leadId: null });
  expect(await deleteQuarantined({ db, ...auditDeps, formHandlers }, id)).toBe(true);
  expect(await deleteQuarantined({ db, ...auditDeps, formHandlers }, id)).toBe(false);
  expect(await deleteQuarantined({ db, ...auditDeps, formHandlers }, released.id)).toBe(false);
});

import { formHandlers } from "#server/form-handlers.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Actor } from "#app/audit/audit.server.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { quarantineSubmission, deleteQuarantined } from "#app/intake/quarantine/quarantine.server.ts";
import { acceptQuarantined } from "#app/intake/quarantine/accept-quarantined.server.ts";
import type { EventDetails } from "#app/events/management/event-details.schema.ts";
import { addEvent, cancelEvent, editEvent } from "#app/events/management/manage-events.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { retryEmail, retryEmails } from "#app/email/outbox/retry-emails.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { allRows } from "#tests/kit/everything-about.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import { carryOutEventOrder } from "./carry-out-event-order.ts";
import { carryOutLettersOrder } from "./carry-out-letters-order.ts";
import { carryOutPersonOrder } from "./carry-out-person-order.ts";
import { carryOutQuarantineOrder } from "./carry-out-quarantine-order.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-21T12:00:00Z") };
const { persons } = onRecord;
const deps = { db, clock, persons };

const email = "ada@example.com";
const person = persons.subjectOf(email);
const details: EventDetails = {
  title: "Before the letter",
  start: "2026-12-10T12:00",
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 2,
  hosts: ["whitfield"],
  topics: ["Tax"],
  joinUrl: "https://live.example.com/a",
};

/** A letter that was kept, a submission that is held and an event, all of one person. */
async function enter() {
  const letter = await db
    .insertInto("letters")
    .values({ kind: "event-place", recipient: email, state: "kept", settledAt: clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const held = await quarantineSubmission(db, {
    form: "assessment",
    reason: "many",
    at: clock.now(),
    input: anAssessment({ email }),
    sender: serializeSource(aSubmission()),
    fingerprint: randomUUID(),
    resultKey: null,
  });
  const event = await db.insertInto("events").values(anEvent()).returning("id").executeTakeFirstOrThrow();
  return { letter: letter.id, held: held.id, event: event.id };
}

type Entered = Awaited<ReturnType<typeof enter>>;
type Told = { action: string; subject: string | null; details: object };

const noList = { reason: undefined, limit: 50, isReleased: false } as const;

describe("the audit log tells of", () => {
  test.each<[string, (ids: Entered) => Promise<unknown>, (ids: Entered, newEvents: string[]) => Told]>([
    [
      "an export of a person",
      () => carryOutPersonOrder(deps, { kind: "export", email }),
      () => ({
        action: "person-exported",
        subject: person,
        details: { assessments: 0, heldSubmissions: 1, letters: 1 },
      }),
    ],
    [
      "an erasure",
      () => carryOutPersonOrder(deps, { kind: "erase", email, keepsLetters: false }),
      () => ({
        action: "person-erased",
        subject: person,
        details: { letters: 1, quarantined_submissions: 1, letters_kept: 0 },
      }),
    ],
    [
      "a consent that is taken back",
      () => carryOutPersonOrder(deps, { kind: "withdraw", email, channels: ["email", "phone"] }),
      () => ({ action: "consent-withdrawn", subject: person, details: { channels: "email phone" } }),
    ],
    [
      "recorded consent",
      () => carryOutPersonOrder(deps, { kind: "consent", email, channels: ["phone"] }),
      () => ({ action: "consent-given", subject: person, details: { channels: "phone" } }),
    ],
    [
      "a list of what is held, with names",
      () => carryOutQuarantineOrder(deps, { kind: "list", ...noList, showsSenders: true }),
      () => ({ action: "leads-viewed", subject: null, details: { list: "quarantine", records: 1 } }),
    ],
    [
      "a look at what somebody typed",
      ({ held }) => carryOutQuarantineOrder(deps, { kind: "show", id: held }),
      ({ held }) => ({ action: "person-viewed", subject: person, details: { submission: held } }),
    ],
    [
      "a release",
      ({ held }) => carryOutQuarantineOrder(deps, { kind: "release", id: held }),
      ({ held }) => ({
        action: "submission-released",
        subject: person,
        details: { submission: held, became: "assessment" },
      }),
    ],
    [
      "a removal",
      ({ held }) => carryOutQuarantineOrder(deps, { kind: "remove", id: held }),
      ({ held }) => ({ action: "submission-removed", subject: person, details: { submission: held } }),
    ],
    [
      "a list of letters, with recipients",
      () => carryOutLettersOrder(deps, { kind: "list", state: undefined, limit: 5, showsRecipients: true }),
      () => ({ action: "leads-viewed", subject: null, details: { list: "letters", records: 1 } }),
    ],
    [
      "a letter that is read",
      ({ letter }) => carryOutLettersOrder(deps, { kind: "show", id: letter, asHtml: false }),
      ({ letter }) => ({ action: "letter-viewed", subject: person, details: { letter } }),
    ],
    [
      "a letter that is tried again",
      ({ letter }) => carryOutLettersOrder(deps, { kind: "retry", id: letter }),
      ({ letter }) => ({ action: "letter-retried", subject: `letter:${letter}`, details: { was: "kept" } }),
    ],
    [
      "letters that are tried again",
      () => carryOutLettersOrder(deps, { kind: "retry-all", state: "kept" }),
      () => ({ action: "letter-retried", subject: null, details: { was: "kept", letters: 1 } }),
    ],
    [
      "an event that is changed",
      ({ event }) => carryOutEventOrder(deps, { kind: "edit", id: event, changes: { title: "Another" } }),
      ({ event }) => ({ action: "event-changed", subject: `event:${event}`, details: { told: 0 } }),
    ],
    [
      "an event that is called off",
      ({ event }) => carryOutEventOrder(deps, { kind: "cancel", id: event }),
      ({ event }) => ({ action: "event-cancelled", subject: `event:${event}`, details: { told: 0 } }),
    ],
    [
      "an event that is added",
      () => carryOutEventOrder(deps, { kind: "add", details }),
      (_, [added]) => ({
        action: "event-added",
        subject: `event:${added}`,
        details: { told: 0 },
      }),
    ],
  ])("%s", async (_, carry, told) => {
    const ids = await enter();
    await carry(ids);
    const rows = await db
      .selectFrom("auditEvents")
      .select(["action", "actorKind", "subject", "details"])
      .execute();
    expect(rows).toHaveLength(1);
    const events = await db.selectFrom("events").select("id").where("id", "<>", ids.event).execute();
    const newEvents = events.map(({ id }) => id);
    expect(rows).toMatchObject([{ actorKind: "shell", ...told(ids, newEvents) }]);
    expect((await allRows(db)).filter((row) => row.startsWith("audit_events ")).join()).not.toContain(email);
  });

  test.each<[string, (ids: Entered) => Promise<unknown>]>([
    [
      "a list without names",
      () => carryOutQuarantineOrder(deps, { kind: "list", ...noList, showsSenders: false }),
    ],
    [
      "letters without recipients",
      () => carryOutLettersOrder(deps, { kind: "list", state: undefined, limit: 5, showsRecipients: false }),
    ],
    ["what is not there", () => carryOutQuarantineOrder(deps, { kind: "remove", id: randomUUID() })],
    [
      "somebody of whom nothing is held",
      () => carryOutPersonOrder(deps, { kind: "export", email: "x@example.com" }),
    ],
    ["no letters to try again", () => carryOutLettersOrder(deps, { kind: "retry-all", state: "given-up" })],
    ["the list of events", () => carryOutEventOrder(deps, { kind: "list" })],
  ])("nobody's data and no change: %s", async (_, carry) => {
    await carry(await enter());
    expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
  });
});

type Deps = typeof deps & {
  actor: Actor;
  formHandlers: typeof formHandlers;
  outbox: ReturnType<typeof createOutbox>;
};
const given: Deps = {
  ...deps,
  formHandlers,
  actor: { kind: "shell" },
  outbox: createOutbox(() => undefined),
};

const commands: readonly [string, (deps: Deps, ids: Entered) => Promise<unknown>][] = [
  ["erasing", (own) => erasePerson(own, email, { keepsLetters: false })],
  ["taking a consent back", (own) => withdrawConsent(own, email, ["email"])],
  ["removing", (own, { held }) => deleteQuarantined(own, held)],
  ["releasing", (own, { held }) => acceptQuarantined(own, held)],
  ["trying a letter again", (own, { letter }) => retryEmail(own, letter)],
  ["trying letters again", (own) => retryEmails(own, "kept")],
  ["adding an event", (own) => addEvent(own, details)],
  ["changing an event", (own, { event }) => editEvent(own, event, { title: "Another" })],
  ["calling an event off", (own, { event }) => cancelEvent(own, event)],
];

describe("what the audit log does not take is not done:", () => {
  // The database refuses an actor of a kind that it does not know.
  const broken = { ...given, actor: { kind: "somebody" } as never };

  test.each(commands.filter(([name]) => name !== "releasing"))("%s", async (_, command) => {
    const ids = await enter();
    const before = await allRows(db);
    await expect(command(broken, ids)).rejects.toThrow(/actor_kind/);
    expect(await allRows(db)).toEqual(before);
  });

  test("a release stays to be done: what it made is known again", async () => {
    const { held } = await enter();
    await expect(acceptQuarantined(broken, held)).rejects.toThrow(/actor_kind/);
    expect(await acceptQuarantined(given, held)).toMatchObject({ ok: true });
    expect(await db.selectFrom("preLoiAssessments").select("email").execute()).toEqual([{ email }]);
  });
});

describe("the audit log does not tell of what was undone:", () => {
  test.each(commands)("%s tells of itself in its own transaction", async (_, command) => {
    const ids = await enter();
    await command({ ...given, db: withoutAuditOutside(db) }, ids);
    expect(await db.selectFrom("auditEvents").select("id").execute()).toHaveLength(1);
  });
});

/** A database whose audit log takes nothing but from inside a transaction. */
function withoutAuditOutside(open: typeof db): typeof db {
  return new Proxy(open, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (name === "insertInto" && args[0] === "auditEvents") throw new Error("outside of a transaction");
        return Reflect.apply(value, target, args);
      };
    },
  });
}

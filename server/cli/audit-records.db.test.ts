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
import { allRows } from "#tests/kit/person-data.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import type { Run } from "./command.ts";
import { run as event } from "./event.ts";
import { run as person } from "./person.ts";

const database = testDatabase();
const { db } = database;
const clock = { now: () => new Date("2026-11-21T12:00:00Z") };
const { persons } = auditDeps;

type Deps = {
  db: typeof db;
  clock: typeof clock;
  persons: typeof persons;
  formHandlers: typeof formHandlers;
  actor: Actor;
  outbox: ReturnType<typeof createOutbox>;
};
const deps: Deps = {
  db,
  clock,
  persons,
  formHandlers,
  actor: { kind: "shell" },
  outbox: createOutbox(() => undefined),
};

const email = "ada@example.com";
const subject = persons.subjectOf(email);
const details: EventDetails = {
  title: "Before the letter",
  start: "2026-12-10T12:00",
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 2,
  summary: null,
  hosts: ["whitfield"],
  ownHosts: [],
  topics: [{ title: "Tax", description: "" }],
  joinUrl: "https://live.example.com/a",
};

/** Stores an email that was not sent, a quarantined submission, both of one person, and an event. */
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
  const added = await db.insertInto("events").values(anEvent()).returning("id").executeTakeFirstOrThrow();
  return { letter: letter.id, held: held.id, event: added.id };
}

type Entered = Awaited<ReturnType<typeof enter>>;
type Expected = { action: string; subject: string | null; details: object };

const command = (run: Run, ...args: string[]) => runCommand(run, args, { ...database, clock });

describe("the audit log records", () => {
  test.each<[string, (ids: Entered) => Promise<unknown>, (ids: Entered, newEvents: string[]) => Expected]>([
    [
      "an erasure",
      () => command(person, "erase", email),
      () => ({
        action: "person-erased",
        subject,
        details: { letters: 1, quarantined_submissions: 1, letters_kept: 0 },
      }),
    ],
    [
      "an opt-out",
      () => command(person, "withdraw", email),
      () => ({ action: "consent-withdrawn", subject, details: { channels: "email phone" } }),
    ],
    [
      "recorded consent",
      () => command(person, "consent", email, "--phone"),
      () => ({ action: "consent-given", subject, details: { channels: "phone" } }),
    ],
    [
      "the acceptance of a quarantined submission",
      ({ held }) => acceptQuarantined(deps, held),
      ({ held }) => ({
        action: "submission-released",
        subject,
        details: { submission: held, became: "assessment" },
      }),
    ],
    [
      "the deletion of a quarantined submission",
      ({ held }) => deleteQuarantined(deps, held),
      ({ held }) => ({ action: "submission-removed", subject, details: { submission: held } }),
    ],
    [
      "the retry of an email",
      ({ letter }) => retryEmail(deps, letter),
      ({ letter }) => ({ action: "letter-retried", subject: `letter:${letter}`, details: { was: "kept" } }),
    ],
    [
      "the retry of all emails in a state",
      () => retryEmails(deps, "kept"),
      () => ({ action: "letter-retried", subject: null, details: { was: "kept", letters: 1 } }),
    ],
    [
      "a changed event",
      (ids) => command(event, "edit", ids.event, "--title", "Another"),
      (ids) => ({ action: "event-changed", subject: `event:${ids.event}`, details: { told: 0 } }),
    ],
    [
      "a canceled event",
      (ids) => command(event, "cancel", ids.event),
      (ids) => ({ action: "event-cancelled", subject: `event:${ids.event}`, details: { told: 0 } }),
    ],
    [
      "an added event",
      () => addEvent(deps, details),
      (_, [added]) => ({ action: "event-added", subject: `event:${added}`, details: { told: 0 } }),
    ],
  ])("%s", async (_, act, expected) => {
    const ids = await enter();
    await act(ids);
    const rows = await db
      .selectFrom("auditEvents")
      .select(["action", "actorKind", "subject", "details"])
      .execute();
    expect(rows).toHaveLength(1);
    const events = await db.selectFrom("events").select("id").where("id", "<>", ids.event).execute();
    const newEvents = events.map(({ id }) => id);
    expect(rows).toMatchObject([{ actorKind: "shell", ...expected(ids, newEvents) }]);
    expect((await allRows(db)).filter((row) => row.startsWith("audit_events ")).join()).not.toContain(email);
  });

  test("the start of an export of a person, and its end", async () => {
    await enter();
    await command(person, "export", email);
    const rows = db.selectFrom("auditEvents").select(["action", "actorKind", "subject", "details"]);
    expect(await rows.orderBy("id").execute()).toMatchObject([
      {
        action: "person-exported",
        actorKind: "shell",
        subject,
        details: { assessments: 0, heldSubmissions: 1, letters: 1 },
      },
      { action: "person-export-ended", actorKind: "shell", subject, details: { end: "complete" } },
    ]);
    expect(JSON.stringify(await rows.execute())).not.toContain(email);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["the deletion of a submission that does not exist", () => deleteQuarantined(deps, randomUUID())],
    ["the export of an unknown person", () => command(person, "export", "stranger@example.com")],
    ["a retry of no emails", () => retryEmails(deps, "given-up")],
    ["the list of events", () => command(event, "list")],
  ])("nothing for %s", async (_, act) => {
    await enter();
    await act();
    expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
  });
});

const changes: readonly [string, (deps: Deps, ids: Entered) => Promise<unknown>][] = [
  ["erasing a person", (own) => erasePerson(own, email, { keepsEmails: false })],
  ["recording an opt-out", (own) => withdrawConsent(own, email, ["email"])],
  ["deleting a submission", (own, { held }) => deleteQuarantined(own, held)],
  ["accepting a submission", (own, { held }) => acceptQuarantined(own, held)],
  ["retrying an email", (own, { letter }) => retryEmail(own, letter)],
  ["retrying all emails", (own) => retryEmails(own, "kept")],
  ["adding an event", (own) => addEvent(own, details)],
  ["changing an event", (own, ids) => editEvent(own, ids.event, { title: "Another" })],
  ["canceling an event", (own, ids) => cancelEvent(own, ids.event)],
];

describe("if the audit entry cannot be stored, nothing is changed by", () => {
  // The database rejects an unknown kind of actor.
  const broken = { ...deps, actor: { kind: "unknown" } as never };

  test.each(changes.filter(([name]) => name !== "accepting a submission"))("%s", async (_, change) => {
    const ids = await enter();
    const before = await allRows(db);
    await expect(change(broken, ids)).rejects.toThrow(/actor_kind/);
    expect(await allRows(db)).toEqual(before);
  });

  test("accepting a submission, which can be retried and creates one lead", async () => {
    const { held } = await enter();
    await expect(acceptQuarantined(broken, held)).rejects.toThrow(/actor_kind/);
    expect(await acceptQuarantined(deps, held)).toMatchObject({ ok: true });
    expect(await db.selectFrom("preLoiAssessments").select("email").execute()).toEqual([{ email }]);
  });
});

test.each(changes)("%s stores its audit entry in the same transaction", async (_, change) => {
  const ids = await enter();
  await change({ ...deps, db: withoutAuditOutside(db) }, ids);
  expect(await db.selectFrom("auditEvents").select("id").execute()).toHaveLength(1);
});

/** A database that rejects audit entries outside of transactions. */
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

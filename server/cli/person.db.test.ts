import { describe, expect, test } from "vitest";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import { listWithdrawals } from "#app/intake/consent/withdraw-consent.server.ts";
import { digestOfAddress, isSuppressed, setTopics } from "#app/email/outbox/suppressions.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { assessmentScore } from "#tests/kit/an-assessment.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import {
  allRows,
  aPerson,
  deliverEmails,
  followUp,
  hold,
  personTime,
  signUp,
  takeAssessment,
  type TestPerson,
  visit,
} from "#tests/kit/person-data.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { recordBooking } from "#app/people/bookings/record-booking.server.ts";
import { run } from "./person.ts";

const database = testDatabase();
const { db } = database;
const clock = { now: () => personTime };

let logged = "";
const log = createLog({ level: "debug", write: (line) => (logged += line) });
const personCommand = (...args: string[]) => runCommand(run, args, { ...database, clock });

/** Stores data of a person in every table that can hold it, and of another person who waits for the same seat. */
async function enter(person: TestPerson, other: TestPerson): Promise<void> {
  logged = "";
  await db
    .insertInto("events")
    .values([
      anEvent({ capacity: 1 }),
      anEvent({ title: "An earlier one", startsAt: new Date("2026-10-01T18:00:00Z") }),
    ])
    .execute();
  for (const one of [person, other]) {
    await visit(db, one);
    await takeAssessment(db, one);
    await signUp(db, one);
    await hold(db, one);
    await followUp(db, one);
  }
  // A second submission from the same address is stored as well.
  await signUp(db, { ...person, words: `More of ${person.mark}` });
  await deliverEmails(db, log);
  await setTopics(db, person.email, ["reminders"], personTime);
  await personCommand("withdraw", person.email, "--phone");
  // Without a person, because the reference is unknown.
  const booking = aBookingReport({ attendeeEmail: person.email, reference: "unknown" });
  await recordBooking({ db, clock, ...auditDeps }, booking);
  const mark = { email: person.email, status: "5.1.1", reply: `550 5.1.1 <${person.email}>: No such user` };
  await db.insertInto("undeliverableAddresses").values(mark).execute();
  await addMessageTo(person);
  // This email has not been sent yet.
  await db
    .insertInto("letters")
    .values({ kind: "event-place", recipient: person.email, about: null })
    .execute();
}

/** Stores a message of staff to the seat of a person. */
async function addMessageTo({ email }: TestPerson): Promise<void> {
  const { id: signupId, eventId } = await db
    .selectFrom("linkedinLiveSignups")
    .select(["id", "eventId"])
    .where("email", "=", email)
    .where("state", "=", "seat")
    .executeTakeFirstOrThrow();
  const { id: messageId } = await db
    .insertInto("eventMessages")
    .values({
      eventId: eventId ?? "",
      template: "replay",
      audience: "holders",
      fields: {},
      invitedEventId: null,
      createdBy: "ruth@example.com",
      sentAt: personTime,
      sentBy: "ruth@example.com",
      recipients: 1,
      leftOut: {},
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("eventMessageRecipients").values({ messageId, signupId }).execute();
}

/** Every value that came with a person or identifies one. */
async function listValues({ email, name, phone, mark, sender }: TestPerson): Promise<string[]> {
  const leads = [
    ...(await db
      .selectFrom("preLoiAssessments")
      .select(["id", "resultKey as key"])
      .where("email", "=", email)
      .execute()),
    ...(await db
      .selectFrom("linkedinLiveSignups")
      .select(["id", "placeKey as key"])
      .where("email", "=", email)
      .execute()),
  ];
  const keys = leads.flatMap(({ id, key }) => [id, key]);
  const { visitId, browserKey, ipAddress, userAgent } = sender;
  return [email, name, phone, mark, ipAddress, ...keys, visitId, browserKey, userAgent].filter(
    (value) => value !== null,
  );
}

const rowsWith = (rows: readonly string[], values: readonly string[]): string[] =>
  rows.filter((row) => values.some((value) => row.toLowerCase().includes(value.toLowerCase())));

const person = aPerson("zebulon");
const other = aPerson("wilhelmina");

test("an erased person is in no column of any table and not in the log, and other data is unchanged", async () => {
  await enter(person, other);
  const values = await listValues(person);
  const before = await allRows(db);
  const tables = new Set(rowsWith(before, values).map((row) => row.split(" ", 1)[0]));
  expect(tables).toEqual(
    new Set([
      "bookings",
      "consent_receipts",
      "consent_withdrawals",
      "event_message_recipients",
      "letter_suppressions",
      "letters",
      "linkedin_live_signups",
      "people",
      "person_addresses",
      "person_notes",
      "pre_loi_assessments",
      "quarantined_submissions",
      "source_names",
      "tracking_events",
      "undeliverable_addresses",
      "visit_counts",
      "visitors",
    ]),
  );

  const { out } = await personCommand("erase", person.email);

  const after = await allRows(db);
  expect(rowsWith(after, values)).toEqual([]);
  expect(rowsWith([logged, out], values)).toEqual([]);
  expect(out.trimEnd()).toBe(
    [
      "Removed, in rows by table:",
      "  pre_loi_assessments: 1",
      "  linkedin_live_signups: 2",
      "  people: 1",
      "  person_notes: 1",
      "  bookings: 1",
      "  consent_receipts: 2",
      "  visitors: 3",
      "  tracking_events: 1",
      "  quarantined_submissions: 1",
      "  letters: 6",
      "  undeliverable_addresses: 1",
      "Kept:",
      "  letter_suppressions: 1, under a digest of the address, so that the opt-out still applies.",
      "  consent_withdrawals: 1, under a digest of the address, so that the opt-out still applies.",
      "  rate_limits, spent_tokens: digests that identify no one, for a day and for a week.",
      "  Database files: erased values stay in free space and in the write-ahead log until the server rewrites the files, between 2 and 5 AM in the firm’s time zone or after 24 hours. To do it now, run the command “person rewrite”. With DATABASE_URL, the write-ahead log is cleared if the role has the privileges in docs/operations.md.",
      "  Outside this system: backups until they expire, and mailboxes, including the firm’s.",
      "  audit_events: access to this person’s data and this erasure, under a digest that identifies no one.",
    ].join("\n"),
  );
  expect(after.filter((row) => row.includes(digestOfAddress(person.email))).toSorted()).toEqual([
    expect.stringContaining("consent_withdrawals "),
    expect.stringContaining("letter_suppressions "),
  ]);
  expect(await isSuppressed(db, person.email, "announcements")).toBe(true);
  expect(await listWithdrawals(db, person.email)).toEqual([{ channel: "phone", at: personTime }]);
  const told = db.selectFrom("auditEvents").select(["action", "actorKind", "subject", "details"]);
  expect(await told.orderBy("id", "desc").limit(1).execute()).toEqual([
    {
      action: "person-erased",
      actorKind: "shell",
      subject: auditDeps.persons.subjectOf(person.email),
      details: {
        pre_loi_assessments: 1,
        linkedin_live_signups: 2,
        people: 1,
        person_notes: 1,
        bookings: 1,
        consent_receipts: 2,
        visitors: 3,
        tracking_events: 1,
        quarantined_submissions: 1,
        letters: 6,
        undeliverable_addresses: 1,
        letters_kept: 0,
      },
    },
  ]);

  // The other person moved up from the waiting list, and the visits of the day are fewer.
  const changed = before.filter((row) => !after.includes(row) && rowsWith([row], values).length === 0);
  expect(changed.map((row) => row.split(" ", 1).join("")).toSorted()).toEqual([
    "linkedin_live_signups",
    "people",
    "visit_counts",
    "visit_counts",
  ]);
  const waiting = changed.find((row) => row.startsWith("linkedin_live_signups "));
  expect(waiting).toContain('"state": "waiting"');
  const signUps = await db
    .selectFrom("linkedinLiveSignups")
    .select(["email", "state", "placeNumber"])
    .execute();
  expect(signUps).toEqual([{ email: other.email, state: "seat", placeNumber: 2 }]);
  const letters = db.selectFrom("letters").select(["kind", "recipient"]).where("state", "=", "waiting");
  expect(await letters.execute()).toEqual([{ kind: "event-promoted", recipient: other.email }]);
});

test("--keep-letters keeps sent emails, which a later erasure removes", async () => {
  await enter(person, other);
  const values = await listValues(person);
  const { out } = await personCommand("erase", "--keep-letters", person.email);
  expect(out).toContain("  letters: 1\n");
  expect(out).toContain("  letters: 5, as the record of what was sent (17 CFR 275.204-2(a)(7)");
  const kept = rowsWith(await allRows(db), values);
  expect(kept).toHaveLength(5);
  expect(kept.filter((row) => row.startsWith("letters ") && row.includes('"state": "sent"'))).toHaveLength(5);

  await personCommand("erase", person.email);
  expect(rowsWith(await allRows(db), values)).toEqual([]);
});

test("a command-line export includes the person's account emails", async () => {
  const accountEmail = { kind: "account-reset", recipient: person.email };
  await db.insertInto("letters").values(accountEmail).execute();
  const { out } = await personCommand("export", ` ${person.email.toUpperCase()} `);
  expect(JSON.parse(out)).toMatchObject({ letters: [{ kind: "account-reset" }] });
});

test("an export contains all data of the person, no data of others, and no keys", async () => {
  await enter(person, other);
  const { out } = await personCommand("export", ` ${person.email.toUpperCase()} `);
  const document: unknown = JSON.parse(out);
  expect(document).toMatchObject({
    madeAt: "2026-11-21T12:00:00.000Z",
    email: person.email,
    assessments: [{ name: person.name, phone: person.phone, score: assessmentScore }],
    identifiedVisits: [{ firstName: "Avery", lastName: "zebulon" }, {}],
    visits: [
      {
        firstName: "Anonymous",
        ipAddress: "address of zebulon",
        lastTouch: { campaign: { source: "zebulon" } },
      },
    ],
    events: [{ eventType: "page_view", url: "/faqs" }],
    heldSubmissions: [
      { reason: "honeypot", input: { name: person.name }, sender: { ipAddress: "address of zebulon" } },
    ],
    consent: {
      email: { state: "opted-out", at: "2026-11-21T12:00:00.000Z", checkedSince: null },
      phone: { state: "opted-out", at: "2026-11-21T12:00:00.000Z", checkedSince: null },
    },
    consentWithdrawals: [{ channel: "phone", at: "2026-11-21T12:00:00.000Z" }],
    letterPreferences: [{ topic: "announcements" }],
    undeliverableAddresses: [{ email: person.email, status: "5.1.1" }],
  });
  expect(document).toHaveProperty(
    "signUps",
    expect.arrayContaining([
      expect.objectContaining({
        event: "Before the letter of intent",
        state: "seat",
        placeNumber: 1,
        questions: person.words,
      }),
      expect.objectContaining({ state: "repeat", questions: "More of zebulon" }),
    ]),
  );
  expect(document).toHaveProperty(
    "consentReceipts",
    expect.arrayContaining([
      expect.objectContaining({ form: "assessment", byEmail: true, byPhone: false }),
      expect.objectContaining({ form: "event-signup", basis: "boxes-shown" }),
    ]),
  );
  expect(document).toHaveProperty("letters.length", 6);
  expect(rowsWith([out], await listValues(other))).toEqual([]);
  expect(out).toContain("/linkedin-live-signup/place/…");

  const secrets = await Promise.all([
    db.selectFrom("preLoiAssessments").select(["resultKey as key", "fingerprint as second"]).execute(),
    db.selectFrom("linkedinLiveSignups").select(["placeKey as key", "placeKey as second"]).execute(),
    db.selectFrom("letters").select(["preferencesKey as key", "preferencesKey as second"]).execute(),
    db.selectFrom("quarantinedSubmissions").select(["resultKey as key", "fingerprint as second"]).execute(),
    db.selectFrom("visitors").select(["browserKey as key", "browserKey as second"]).execute(),
  ]);
  const keys = secrets.flat().flatMap(({ key, second }) => [key, second]);
  expect(keys.filter((key) => key !== null && out.includes(key))).toEqual([]);
});

test("an email address without data is rejected", async () => {
  await enter(person, other);
  const before = await allRows(db);
  for (const name of ["export", "erase"]) {
    expect(await personCommand(name, "stranger@example.org")).toEqual({
      code: 1,
      out: "",
      problems: "No data is stored for that email address.\n",
    });
  }
  expect(await allRows(db)).toEqual(before);
});

test("consent recorded for an address without a lead is exported and erased", async () => {
  const { email } = person;
  await personCommand("withdraw", email);
  const later = { now: () => new Date(personTime.getTime() + 60_000) };
  expect(await runCommand(run, ["consent", email, "--phone"], { ...database, clock: later })).toEqual({
    code: 0,
    out: "Consent recorded:\n  By phone: calls about planning an exit.\n",
    problems: "",
  });
  expect(JSON.parse((await personCommand("export", email)).out)).toMatchObject({
    consent: { email: { state: "opted-out" }, phone: { state: "yes", basis: "staff", recordedBy: "shell" } },
    consentReceipts: [{ leadId: null, basis: "staff", byEmail: false, byPhone: true }],
  });
  await personCommand("erase", email);
  expect(rowsWith(await allRows(db), [email])).toEqual([]);
  expect((await findConsent(db, email)).phone.state).toBe("opted-out");
});

describe("an opt-out", () => {
  const { email } = person;

  test("is recorded by channel, and the email channel suppresses optional emails", async () => {
    await takeAssessment(db, person);
    const calls = await personCommand("withdraw", "--phone", email);
    expect(calls.code).toBe(0);
    expect(calls.out).toMatch(/^Opt-out recorded:\n {2}By phone: no more calls\./);
    expect(calls.out).not.toMatch(/By email|Nothing else is stored/);
    expect(await isSuppressed(db, email, "announcements")).toBe(false);

    expect((await personCommand("withdraw", email, "--email")).out).toContain("  By email: ");
    expect(await isSuppressed(db, email, "announcements")).toBe(true);
    expect(await isSuppressed(db, email, "reminders")).toBe(true);
    expect(await isSuppressed(db, other.email, "announcements")).toBe(false);
    expect(await listWithdrawals(db, email)).toEqual([
      { channel: "email", at: personTime },
      { channel: "phone", at: personTime },
    ]);
  });

  test("can be recorded twice, also at the same moment", async () => {
    const both = () => personCommand("withdraw", email, "--phone", "--email");
    expect([(await both()).code, (await both()).code]).toEqual([0, 0]);
    expect(await isSuppressed(db, email, "announcements")).toBe(true);
    expect(await listWithdrawals(db, email)).toHaveLength(2);
  });

  test("covers both channels by default, and the output says if the address is unknown", async () => {
    const { code, out } = await personCommand("withdraw", email);
    expect(code).toBe(0);
    expect(out).toContain("Nothing else is stored for that email address.");
    expect(await listWithdrawals(db, email)).toHaveLength(2);
  });
});

test("a rewrite that cannot lock a table says so and can be repeated @long", async () => {
  await takeAssessment(db, person);
  await personCommand("erase", person.email);
  const reader = await database.pool.connect();
  try {
    await reader.query("begin; lock table letters in access share mode");
    const { code, problems } = await personCommand("rewrite");
    expect(code).toBe(1);
    expect(problems).toMatch(/^A transaction uses one of the tables[^\n]*\n$/);
  } finally {
    reader.release(true);
  }
  expect(await personCommand("rewrite")).toMatchObject({ code: 0 });
});

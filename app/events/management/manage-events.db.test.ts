import { describe, expect, it } from "vitest";
import { cancelSeat } from "#app/events/attendee-page/find-seat.server.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import { reservedMessagesPerSender } from "#app/platform/limits.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { aSignup, anEvent, readEventsAt, readStoredEvents } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { startCurrentEventReader } from "#app/events/schedule/current-event.server.ts";
import type { EventDetails } from "./event-details.schema.ts";
import type { EventReader } from "#app/events/schedule/live-event.ts";
import { addEvent, cancelEvent, editEvent } from "./manage-events.server.ts";
import { writeDueReminders } from "#app/events/schedule/reminders.server.ts";

const { db } = testDatabase();
const outbox = createOutbox(() => undefined);
const early = new Date("2026-12-01T12:00:00Z");
const start = new Date("2026-12-17T18:00:00Z");
const during = new Date("2026-12-17T18:10:00Z");
const after = new Date("2026-12-17T20:00:00Z");
const at = (now: Date) => ({ db, outbox, clock: { now: () => now }, ...auditDeps });

const details: EventDetails = {
  title: "The next one",
  start: "2027-02-18T12:00",
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 10,
  summary: null,
  hosts: ["whitfield"],
  ownHosts: [],
  topics: [{ title: "One", description: "" }],
  joinUrl: "https://live.example.com/next",
};

async function insertEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const row = await db.insertInto("events").values(anEvent(overrides)).returning("id").executeTakeFirst();
  return row?.id ?? "";
}

async function signUp(
  name: string,
  now = early,
  known?: EventReader,
  submission: Partial<Submission> = {},
): ReturnType<typeof signUpForEvent> {
  const events = known ?? (await readStoredEvents(db, now));
  const email = name.includes("@") ? name : `${name}@example.com`;
  const input = { name, email, phone: null, questions: null, topics: null };
  return signUpForEvent({ ...at(now), events }, input, aSubmission({ at: now, ...submission }));
}

/** A submission with a form token and an unconfirmed mailbox. */
const unconfirmed = (mailboxKey: string, addressKey: string): Partial<Submission> => ({
  unconfirmed: { addressKey, mailboxKey, senderKey: addressKey, hasFormToken: true },
  mailboxKey,
});

const findAnnouncements = () =>
  db
    .selectFrom("letters")
    .select(["recipient", "isUnconfirmed", "hasFormToken", "senderMessageNumber"])
    .where("kind", "=", "next-date")
    .orderBy("recipient")
    .execute();

const findEmailKinds = async (name: string): Promise<string[]> =>
  (
    await db
      .selectFrom("letters")
      .select("kind")
      .where("recipient", "=", `${name}@example.com`)
      .orderBy("createdAt")
      .execute()
  ).map(({ kind }) => kind);

const findState = async (name: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("linkedinLiveSignups")
      .select("state")
      .where("name", "=", name)
      .where("state", "!=", "cancelled")
      .executeTakeFirst()
  )?.state;

const findKey = async (name: string): Promise<string> =>
  (
    await db
      .selectFrom("linkedinLiveSignups")
      .select("placeKey")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).placeKey;

describe("adding an event", () => {
  it("notifies everyone who requested the next date, once", async () => {
    await signUp("ada");
    await signUp("ben");
    expect(await addEvent(at(early), details)).toMatchObject({ ok: true, notified: 2 });
    expect(await addEvent(at(early), { ...details, start: "2027-03-18T12:00" })).toMatchObject({
      notified: 0,
    });
    expect(await findEmailKinds("ada")).toEqual(["next-date-noted", "next-date"]);
  });

  it("announces it once per mailbox, although many of its addresses requested the next date", async () => {
    for (let n = 0; n < 40; n += 1) {
      await signUp(`victim+h${n}@gmail.com`, early, undefined, unconfirmed("victim", `address ${n % 4}`));
    }
    // Stored by the previous release.
    await db
      .insertInto("linkedinLiveSignups")
      .values([aSignup({ email: "vic.tim@gmail.com" }), aSignup({ email: "old+1@example.com" })])
      .execute();
    expect(await addEvent(at(early), details)).toMatchObject({ notified: 2 });
    expect(await findAnnouncements()).toHaveLength(2);
    const requests = db.selectFrom("linkedinLiveSignups").select("id");
    expect(await requests.where("state", "=", "told").execute()).toHaveLength(42);
  });

  it("prefers a confirmed address of the mailbox, then the one without a tag", async () => {
    await signUp("ada+1@example.com", early, undefined, unconfirmed("ada", "elsewhere"));
    await signUp("ada@example.com", early, undefined, unconfirmed("ada", "home"));
    await signUp("ben@example.com", early, undefined, unconfirmed("ben", "elsewhere"));
    await signUp("ben+exit@example.com", early, undefined, { mailboxKey: "ben" });
    await addEvent(at(early), details);
    const recipients = (await findAnnouncements()).map(({ recipient }) => recipient);
    expect(recipients).toEqual(["ada@example.com", "ben+exit@example.com"]);
  });

  it("announces it to unconfirmed mailboxes within their hourly budget and to all others without", async () => {
    await signUp("cleo", early, undefined, unconfirmed("cleo", "an office"));
    const later = new Date(early.getTime() + 1_000);
    await signUp("dan", early, undefined, { ...unconfirmed("dan", "an office"), at: later });
    await signUp("ada", early, undefined, { mailboxKey: "ada" });
    await signUp("ben", early, undefined, unconfirmed("ben", "home"));
    // The same request, from the mailbox.
    await signUp("ben", early, undefined, { mailboxKey: "ben" });
    expect(await addEvent(at(early), details)).toMatchObject({ notified: 4 });
    const announcements = await findAnnouncements();
    expect(
      announcements.map((email) => [email.recipient, email.isUnconfirmed, email.senderMessageNumber]),
    ).toEqual([
      ["ada@example.com", false, 1],
      ["ben@example.com", false, 1],
      ["cleo@example.com", true, reservedMessagesPerSender + 1],
      ["dan@example.com", true, reservedMessagesPerSender + 2],
    ]);
  });

  it("during another event answers requests with the new event", async () => {
    await insertEvent({ capacity: 1, seatsTaken: 1, lastPlaceNumber: 1 });
    expect(await signUp("ada", during)).toBe("next-date");
    const added = await addEvent(at(during), details);
    const request = await db
      .selectFrom("linkedinLiveSignups")
      .select(["state", "eventId"])
      .executeTakeFirstOrThrow();
    expect(request).toEqual({ state: "told", eventId: added.ok ? added.id : "" });
  });

  it("and canceling it keeps the request for the next event", async () => {
    await signUp("ada");
    const added = await addEvent(at(early), details);
    await cancelEvent(at(early), added.ok ? added.id : "");
    expect(await findState("ada")).toBe("next-date");
    expect(await addEvent(at(early), details)).toMatchObject({ notified: 1 });
  });

  it("and canceling it announces another scheduled event", async () => {
    await signUp("ada");
    const first = await addEvent(at(early), details);
    const second = await addEvent(at(early), { ...details, start: "2027-03-18T12:00" });
    await cancelEvent(at(early), first.ok ? first.id : "");
    const request = await db
      .selectFrom("linkedinLiveSignups")
      .select(["state", "eventId"])
      .executeTakeFirst();
    expect(request).toEqual({ state: "told", eventId: second.ok ? second.id : "" });
    expect((await findEmailKinds("ada")).filter((kind) => kind === "next-date")).toHaveLength(2);
  });

  it("reaches a sign-up on a server that has not read it yet", async () => {
    await addEvent(at(early), details);
    expect(await signUp("ada", early, readEventsAt(early, []))).toBe("seat");
  });

  it.each([
    ["2027-03-14T02:30", "no-such-time"],
    ["2026-11-01T12:00", "past"],
  ])("at %s is refused: %s", async (local, reason) => {
    expect(await addEvent(at(early), { ...details, start: local })).toEqual({ ok: false, reason });
  });

  it("uses the local time of its time zone, in summer and winter", async () => {
    await addEvent(at(early), details);
    await addEvent(at(early), { ...details, start: "2027-07-15T12:00" });
    const starts = await db.selectFrom("events").select("startsAt").orderBy("startsAt").execute();
    expect(starts.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      "2027-02-18T18:00:00.000Z",
      "2027-07-15T17:00:00.000Z",
    ]);
  });
});

describe("editing an event", () => {
  it("notifies each person once if it is edited again before the email is sent", async () => {
    const id = await insertEvent({ capacity: 2 });
    await signUp("ada");
    expect(await editEvent(at(early), id, { start: "2026-12-18T12:00" })).toMatchObject({ notified: 1 });
    await editEvent(at(early), id, { durationMinutes: 60 });
    expect(await findEmailKinds("ada")).toEqual(["event-place", "event-changed"]);
    const { sequence } = await db.selectFrom("events").select("sequence").executeTakeFirstOrThrow();
    expect(sequence).toBe(2);
  });

  it("with more seats promotes from the waiting list, with one email each", async () => {
    const id = await insertEvent({ capacity: 1 });
    for (const name of ["ada", "ben", "cem"]) await signUp(name);
    const edited = await editEvent(at(early), id, { capacity: 2, start: "2026-12-18T12:00" });
    expect(edited).toEqual({ ok: true, promoted: 1, notified: 2 });
    expect(await findEmailKinds("ben")).toEqual(["event-place", "event-promoted"]);
    expect(await findState("cem")).toBe("waiting");
  });

  it("to fewer seats than are taken is refused", async () => {
    const id = await insertEvent({ capacity: 3 });
    for (const name of ["ada", "ben"]) await signUp(name);
    expect(await editEvent(at(early), id, { capacity: 1 })).toEqual({
      ok: false,
      reason: "seats-taken",
      seatsTaken: 2,
    });
  });

  it("that is over is refused, because its attendees would have seats on another day", async () => {
    const id = await insertEvent();
    expect(await editEvent(at(after), id, { start: "2027-02-18T12:00" })).toEqual({
      ok: false,
      reason: "over",
    });
  });
});

describe("an event that has begun", () => {
  it("gives a freed seat to a person who was on the waiting list and signs up again", async () => {
    await insertEvent({ capacity: 1 });
    for (const name of ["ada", "ben"]) await signUp(name);
    await cancelSeat(at(during), await findKey("ada"));
    expect(await findState("ben")).toBe("waiting");
    expect(await signUp("ben", during)).toBe("seat");
    expect(await findState("ben")).toBe("seat");
    expect(await findEmailKinds("ben")).toContain("event-promoted");
    expect(await signUp("cem", during)).toBe("next-date");
  });

  it("without a free seat records a request for the next date, also for people who have a seat or waited", async () => {
    await insertEvent({ capacity: 1 });
    for (const name of ["ada", "ben"]) await signUp(name);
    for (const name of ["ada", "ben", "cem"]) expect(await signUp(name, during)).toBe("next-date");
    expect(await addEvent(at(after), details)).toMatchObject({ notified: 3 });
  });

  it("without a free seat is replaced by the next event, if there is one", async () => {
    await insertEvent({ capacity: 1, seatsTaken: 1, lastPlaceNumber: 1 });
    const next = await insertEvent({ startsAt: new Date("2027-02-18T18:00:00Z") });
    const events = await readStoredEvents(db, during);
    expect(events.eventStatus()).toMatchObject({ phase: "upcoming", event: { id: next } });
  });
});

describe("the cached event status", () => {
  it("has a new stamp as soon as another event is the next one", async () => {
    await insertEvent();
    await insertEvent({ startsAt: new Date("2027-02-18T18:00:00Z") });
    let now = early;
    const reader = await startCurrentEventReader({ db, log: silentLog, clock: { now: () => now } });
    const stamps = [early, start, during, after].map((moment) => {
      now = moment;
      return reader.stamp();
    });
    await reader.stop();
    expect(new Set(stamps).size).toBe(3);
  });
});

describe("reminders", () => {
  const dayBefore = new Date("2026-12-16T18:00:30Z");
  const hourBefore = new Date("2026-12-17T17:00:30Z");

  it("are sent once, a day and an hour before, to people with a seat, by any number of servers", async () => {
    await insertEvent({ capacity: 1 });
    for (const name of ["ada", "ben"]) await signUp(name);
    await writeDueReminders(at(new Date("2026-12-16T17:59:00Z")));
    expect(await findEmailKinds("ada")).toEqual(["event-place"]);
    await Promise.all(Array.from({ length: 4 }, () => writeDueReminders(at(dayBefore))));
    expect(await findEmailKinds("ada")).toEqual(["event-place", "event-reminder-day"]);
    await Promise.all(Array.from({ length: 4 }, () => writeDueReminders(at(hourBefore))));
    expect(await findEmailKinds("ada")).toEqual(["event-place", "event-reminder-day", "event-reminder-hour"]);
    expect(await findEmailKinds("ben")).toEqual(["event-place"]);
  });

  it("are sent again for an event that was moved, but not to people who signed up after they were due", async () => {
    const id = await insertEvent();
    await signUp("ada");
    await writeDueReminders(at(dayBefore));
    await signUp("ben", dayBefore);
    await editEvent(at(dayBefore), id, { start: "2026-12-20T12:00" });
    await writeDueReminders(at(new Date("2026-12-19T18:00:30Z")));
    expect((await findEmailKinds("ada")).filter((kind) => kind === "event-reminder-day")).toHaveLength(2);
    expect((await findEmailKinds("ben")).filter((kind) => kind === "event-reminder-day")).toHaveLength(1);
  });

  it("are not sent late", async () => {
    await insertEvent();
    await signUp("ada");
    await writeDueReminders(at(new Date("2026-12-17T16:00:00Z")));
    expect(await findEmailKinds("ada")).toEqual(["event-place"]);
  });
});

it("a person who was notified and requests the next date again is notified again", async () => {
  await db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ name: "ada", state: "told" }))
    .execute();
  expect(await signUp("ada")).toBe("next-date");
  expect(await addEvent(at(early), details)).toMatchObject({ notified: 1 });
});

import ICAL from "ical.js";
import type { Insertable } from "kysely";
import { describe, expect, it } from "vitest";
import type { EventsTable } from "#app/data/schema/events.ts";
import type { LinkedinLiveSignupsTable } from "#app/data/schema/linkedin-live-signups.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import { eventComposers } from "./render-event-emails.server.ts";

const { db } = testDatabase();
const siteUrl = "https://www.example.com";
const weekBefore = new Date("2026-12-10T18:00:00Z");

async function insertEvent(overrides: Partial<Insertable<EventsTable>> = {}): Promise<string> {
  const { id } = await db
    .insertInto("events")
    .values(anEvent(overrides))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertSignup(overrides: Partial<Insertable<LinkedinLiveSignupsTable>>) {
  return db
    .insertInto("linkedinLiveSignups")
    .values(aSignup(overrides))
    .returning(["id", "placeKey"])
    .executeTakeFirstOrThrow();
}

/** A place at an event of its own. */
async function place(
  state: "seat" | "waiting" | "cancelled",
  event: Partial<Insertable<EventsTable>> = {},
  signup: Partial<Insertable<LinkedinLiveSignupsTable>> = {},
) {
  const eventId = await insertEvent(event);
  return { eventId, ...(await insertSignup({ eventId, state, placeNumber: 137, ...signup })) };
}

/** A receipt from before the week before. */
async function agreeTo(leadId: string, given: { byEmail: boolean; byPhone: boolean }): Promise<void> {
  const givenAt = new Date("2026-12-01T18:00:00Z");
  const rest = {
    basis: "boxes-shown",
    wordingVersion: "2026-11-21",
    pageVersion: "page",
    optsOut: false,
  } as const;
  const receipt = { leadId, form: "event-signup", givenAt, ...given, ...rest } as const;
  await db.insertInto("consentReceipts").values(receipt).execute();
}

async function compose(kind: string, id: string, now = weekBefore): Promise<EmailContent | undefined> {
  const composer = eventComposers({ db, clock: { now: () => now }, siteUrl })[kind];
  if (composer === undefined) throw new Error(`Nobody writes ${kind}`);
  return composer(id);
}

/** All that a letter says, as its recipient reads it without HTML. */
const textOf = (content: EmailContent | undefined): string =>
  content === undefined
    ? ""
    : renderEmail(content, { siteUrl, postalAddressLines: [], preferencesKey: "key" }).text;

function entryOf(content: EmailContent | undefined) {
  const component = ICAL.Component.fromString(content?.calendar?.text ?? "");
  const entry = new ICAL.Event(component.getFirstSubcomponent("vevent") ?? new ICAL.Component("none"));
  return {
    method: content?.calendar?.method,
    uid: entry.uid,
    sequence: entry.sequence,
    start: entry.startDate.toJSDate().toISOString(),
  };
}

type TrueCase = readonly [
  kind: string,
  state: "seat" | "waiting" | "cancelled",
  event: Partial<Insertable<EventsTable>>,
];

/** Each kind, and a state of affairs in which it is true. */
const trueCases: readonly TrueCase[] = [
  ["event-place", "seat", {}],
  ["event-place", "waiting", {}],
  ["event-place-again", "seat", {}],
  ["event-place-again", "waiting", {}],
  ["event-promoted", "seat", {}],
  ["event-changed", "seat", {}],
  ["event-changed", "waiting", {}],
  ["event-cancelled", "seat", { state: "cancelled" }],
  ["event-cancelled", "waiting", { state: "cancelled" }],
  ["place-given-up", "cancelled", {}],
  ["event-reminder-day", "seat", { startsAt: new Date("2026-12-11T17:00:00Z") }],
  ["event-reminder-hour", "seat", { startsAt: new Date("2026-12-10T18:50:00Z") }],
];

describe.each(trueCases)("the letter %s, for state %s,", (kind, state, event) => {
  it("has the address of the place page, and no word that was typed into the form", async () => {
    const { id, placeKey } = await place(state, event);
    const content = await compose(kind, id);
    const text = textOf(content);
    expect(text).toContain(`${siteUrl}/linkedin-live-signup/place/${placeKey}`);
    expect(text).not.toMatch(/Avery|earn-out|555-0164/);
    expect(content).toMatchObject({
      audience: "visitor",
      topic: kind.startsWith("event-reminder") ? "reminders" : "essential",
    });
  });

  it("brings the link to join, and a calendar entry, to those with a seat alone", async () => {
    const { id } = await place(state, event);
    const content = await compose(kind, id);
    const isOn = state === "seat" && kind !== "event-cancelled";
    expect(textOf(content).includes("https://live.example.com/")).toBe(isOn);
    const method = isOn ? "PUBLISH" : "CANCEL";
    const hasEntry = state !== "waiting" && !kind.startsWith("event-reminder");
    expect(content?.calendar?.method).toBe(hasEntry ? method : undefined);
  });

  it("is not written when it would be untrue", async () => {
    const { id, eventId } = await place(state, event);
    // Over, and for the waiting list begun.
    expect(await compose(kind, id, new Date("2026-12-17T18:45:00Z"))).toBeUndefined();
    if (state === "waiting" && kind !== "event-cancelled") {
      expect(await compose(kind, id, new Date("2026-12-17T18:00:00Z"))).toBeUndefined();
    }
    // Called off, or put on again; a place that was given up leaves the calendar all the same.
    const other = kind === "event-cancelled" ? "scheduled" : "cancelled";
    await db.updateTable("events").set({ state: other }).where("id", "=", eventId).execute();
    expect((await compose(kind, id)) !== undefined).toBe(kind === "place-given-up");
    await db
      .updateTable("events")
      .set({ state: event.state ?? "scheduled" })
      .where("id", "=", eventId)
      .execute();
    expect(await compose(kind, id)).toBeDefined();
    // Given up, or taken again.
    const otherPlace = state === "cancelled" ? "seat" : "cancelled";
    await db.updateTable("linkedinLiveSignups").set({ state: otherPlace }).where("id", "=", id).execute();
    expect(await compose(kind, id)).toBeUndefined();
    await db.deleteFrom("linkedinLiveSignups").where("id", "=", id).execute();
    expect(await compose(kind, id)).toBeUndefined();
  });
});

describe("a confirmation", () => {
  it("of a seat says day, time in the event's zone, length, hosts and what is covered", async () => {
    const { id } = await place("seat");
    const text = textOf(await compose("event-place", id));
    expect(text).toContain("Date: Thursday, December 17, 2026");
    expect(text).toContain("Time: 12:00 PM CST, 45 minutes");
    expect(text).toContain("With: Eleanor Whitfield, CIMA®; Marcus Bell, JD");
    expect(text).toContain("Covered: Which decision has which last day; Your questions");
  });

  it("names the zone as it is called on that day, wherever it is", async () => {
    const summer = await place("seat", { startsAt: new Date("2027-07-15T17:00:00Z") });
    expect(textOf(await compose("event-place", summer.id))).toContain("12:00 PM CDT");
    const elsewhere = await place("seat", { timeZone: "America/New_York" }, { email: "b@example.com" });
    expect(textOf(await compose("event-place", elsewhere.id))).toContain("1:00 PM EST");
  });

  it("of a place on the waiting list says its number and how many are before", async () => {
    const { id, eventId } = await place("waiting", { seatsTaken: 100, lastPlaceNumber: 137 });
    for (const [placeNumber, state] of [
      [100, "seat"],
      [120, "waiting"],
      [130, "waiting"],
      [131, "cancelled"],
      [140, "waiting"],
    ] as const) {
      await insertSignup({ eventId, state, placeNumber, email: `${placeNumber}@example.com` });
    }
    const content = await compose("event-place", id);
    expect(textOf(content)).toContain("Sign-up number: 137\nAhead of you: 2");
    expect(content?.preview).toMatch(/^2 people are ahead of you\./);
  });

  it("asks nobody to give up a place because somebody else typed its address again", async () => {
    const { id } = await place("seat");
    const again = textOf(await compose("event-place-again", id));
    expect(again).toContain("If it was not you, ignore this e-mail");
    expect(again).not.toContain("If you did not sign up");
  });

  it("leaves out hosts who are no longer in the content", async () => {
    const { id } = await place("seat", { hosts: ["gone"] });
    expect(textOf(await compose("event-place", id))).not.toContain("With:");
  });
});

describe("news of a change", () => {
  it("speaks of the link to join to those with a seat alone", async () => {
    const seat = await place("seat");
    expect(textOf(await compose("event-changed", seat.id))).toContain("use only the link below");
    const waiting = await place("waiting");
    expect(textOf(await compose("event-changed", waiting.id))).not.toMatch(/\blink below|join link/);
  });
});

describe("calendar entries", () => {
  it("have one name for the event and the number of its record", async () => {
    const { id, eventId } = await place("seat", { sequence: 4 });
    const entry = { uid: `event-${eventId}@www.example.com`, sequence: 4, start: "2026-12-17T18:00:00.000Z" };
    for (const kind of ["event-place", "event-place-again", "event-promoted", "event-changed"]) {
      expect(entryOf(await compose(kind, id))).toEqual({ method: "PUBLISH", ...entry });
    }
  });

  it("get a higher number each time the same address gives up its place and takes another", async () => {
    const first = await place("cancelled", { sequence: 4 }, { placeNumber: 1 });
    const { eventId } = first;
    const sequenceOf = async (kind: string, id: string) => entryOf(await compose(kind, id)).sequence;
    expect(await sequenceOf("place-given-up", first.id)).toBe(5);
    const second = await insertSignup({ eventId, state: "seat", placeNumber: 2 });
    expect(await sequenceOf("event-place", second.id)).toBe(6);
    const other = await insertSignup({ eventId, state: "seat", placeNumber: 3, email: "b@example.com" });
    expect(await sequenceOf("event-place", other.id)).toBe(4);
    await db
      .updateTable("linkedinLiveSignups")
      .set({ state: "cancelled" })
      .where("id", "=", second.id)
      .execute();
    expect(await sequenceOf("place-given-up", second.id)).toBe(7);
  });
});

describe("a reminder", () => {
  it("is not written of an event that was moved away since it was due", async () => {
    const { id } = await place("seat", { startsAt: new Date("2026-12-12T18:00:00Z") });
    expect(await compose("event-reminder-day", id)).toBeUndefined();
    expect(await compose("event-reminder-day", id, new Date("2026-12-11T18:00:00Z"))).toBeDefined();
    expect(await compose("event-reminder-hour", id, new Date("2026-12-12T16:00:00Z"))).toBeUndefined();
    expect(await compose("event-reminder-hour", id, new Date("2026-12-12T17:00:00Z"))).toBeDefined();
  });

  it("is not written once it has begun, nor to who waits", async () => {
    const { id } = await place("seat", { startsAt: weekBefore });
    expect(await compose("event-reminder-hour", id)).toBeUndefined();
    const waiting = await place("waiting", { startsAt: new Date("2026-12-10T18:30:00Z") });
    expect(await compose("event-reminder-hour", waiting.id)).toBeUndefined();
  });
});

describe("word of the next date", () => {
  it("is first noted, for as long as it is wanted", async () => {
    const { id, placeKey } = await insertSignup({});
    const content = await compose("next-date-noted", id);
    expect(content?.topic).toBe("essential");
    expect(textOf(content)).toContain(`/linkedin-live-signup/place/${placeKey}`);
    await db.updateTable("linkedinLiveSignups").set({ state: "told" }).where("id", "=", id).execute();
    expect(await compose("next-date-noted", id)).toBeUndefined();
  });

  it("is not promised where the address wants no announcements: it would not leave", async () => {
    const email = "quiet@example.com";
    const { id } = await insertSignup({ email });
    expect(await compose("next-date-noted", id)).toMatchObject({ subject: "We will tell you the next date" });
    await db.insertInto("letterSuppressions").values({ email, topic: "announcements" }).execute();
    const content = await compose("next-date-noted", id);
    expect(content).toMatchObject({
      subject: "We cannot tell you the next date yet",
      heading: "We cannot tell you the next date yet",
    });
    expect(textOf(content)).toContain("You asked us earlier not to send notices of new dates");
    expect(textOf(content)).not.toContain("We write once");
  });

  it("is an announcement of the event that is next, with the way to its form", async () => {
    const eventId = await insertEvent({ seatsTaken: 37, lastPlaceNumber: 37 });
    const { id, placeKey } = await insertSignup({ state: "told", eventId });
    // Another that runs meanwhile is not what was asked for.
    await insertEvent({ startsAt: new Date("2026-12-09T18:00:00Z") });
    const content = await compose("next-date", id);
    expect(content?.topic).toBe("announcements");
    expect(textOf(content)).toContain("Date: Thursday, December 17, 2026");
    expect(textOf(content)).toContain("Seats: 63 of 100 left at this moment");
    expect(textOf(content)).toContain(`Reserve a seat:\n${siteUrl}/linkedin-live-signup\n`);
    expect(textOf(content)).toContain(`/linkedin-live-signup/place/${placeKey}`);
    // Whoever still waits for it gets the letter of the event that is set then.
    await db.updateTable("linkedinLiveSignups").set({ state: "next-date" }).where("id", "=", id).execute();
    expect(await compose("next-date", id)).toBeUndefined();
  });

  it("says so where every seat is taken, and nothing once it has begun", async () => {
    const eventId = await insertEvent({ capacity: 2, seatsTaken: 2, lastPlaceNumber: 2 });
    const { id } = await insertSignup({ state: "told", eventId });
    expect(textOf(await compose("next-date", id))).toContain(
      "Seats: All 2 taken at this moment; there is a waiting list",
    );
    expect(textOf(await compose("next-date", id))).toContain("Join the waiting list:");
    expect(await compose("next-date", id, new Date("2026-12-17T18:10:00Z"))).toBeUndefined();
  });
});

describe("the alert to the practice", () => {
  it("says all that is known, answers to the person, and leads to the staff area", async () => {
    const { id } = await place("seat", { seatsTaken: 1, lastPlaceNumber: 137 }, { topics: "Tax\nTiming" });
    const content = await compose("new-event-signup", id);
    expect(content).toMatchObject({
      subject: "New sign-up for “Before the letter of intent”, Dec 17, 2026",
      heading: "A seat, number 137",
      audience: "practice",
      topic: "essential",
      replyTo: { name: "Thomas Avery", address: "t.avery@example.com" },
    });
    const text = textOf(content);
    for (const known of [
      "Thomas Avery has signed up",
      "E-mail: t.avery@example.com",
      "Phone: (737) 555-0164",
      "Taken: 1 of 100 seats",
      "> Does an earn-out close anything early?",
      "> Tax\n> Timing",
      `${siteUrl}/admin`,
    ]) {
      expect(text).toContain(known);
    }
    expect(text).not.toContain("/place/");
  });

  it("says which contact was agreed to", async () => {
    const { id } = await place("seat");
    const asked = async () => textOf(await compose("new-event-signup", id));
    expect(await asked()).toContain(
      "May be called: Not asked\nMay be sent articles and invitations: Not asked",
    );
    await agreeTo(id, { byEmail: false, byPhone: true });
    expect(await asked()).toContain(
      "May be called: Yes, box ticked in a form on Dec 1, 2026\nMay be sent articles and invitations: No, box not ticked",
    );
    const clock = { now: () => weekBefore };
    await withdrawConsent({ db, clock, ...onRecord }, "t.avery@example.com", ["phone"]);
    expect(await asked()).toContain("May be called: No, opted out on Dec 10, 2026\n");
  });

  it("says what is missing, and how the place stands", async () => {
    const { id } = await place("waiting", {}, { phone: null, questions: null });
    const text = textOf(await compose("new-event-signup", id));
    expect(text).toContain("On the waiting list, number 137, 0 before");
    expect(text).toContain("Phone: Not provided");
    expect(text).toContain("Questions: none provided.");
    const wish = await insertSignup({ email: "b@example.com" });
    expect(await compose("new-event-signup", wish.id)).toMatchObject({
      subject: "New sign-up: wants to be told the next date",
      heading: "Wants to be told the next date",
    });
    const wished = textOf(await compose("new-event-signup", wish.id));
    expect(wished).toContain("Thomas Avery asked to be told the next date.");
    expect(wished).not.toContain("has signed up");
    await db.updateTable("linkedinLiveSignups").set({ state: "cancelled" }).where("id", "=", id).execute();
    expect((await compose("new-event-signup", id))?.heading).toBe("Number 137, given up since");
  });
});

it("no subject names a person", async () => {
  for (const [kind, state, event] of [...trueCases, ["new-event-signup", "seat", {}] as const]) {
    const { id } = await place(state, event);
    expect((await compose(kind, id))?.subject).not.toMatch(/Avery|example\.com/);
  }
});

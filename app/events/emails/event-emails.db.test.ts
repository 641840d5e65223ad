import ICAL from "ical.js";
import type { Insertable } from "kysely";
import { describe, expect, it } from "vitest";
import type { EventsTable } from "#app/data/schema/events.ts";
import type { LinkedinLiveSignupsTable } from "#app/data/schema/linkedin-live-signups.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { createLeadEmails } from "#server/emails.ts";

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

/** A sign-up for a new event. */
async function addSignup(
  state: "seat" | "waiting" | "cancelled",
  event: Partial<Insertable<EventsTable>> = {},
  signup: Partial<Insertable<LinkedinLiveSignupsTable>> = {},
) {
  const eventId = await insertEvent(event);
  return { eventId, ...(await insertSignup({ eventId, state, placeNumber: 137, ...signup })) };
}

/** Stores a consent receipt from before `weekBefore`. */
async function insertReceipt(leadId: string, given: { byEmail: boolean; byPhone: boolean }): Promise<void> {
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

type Kind = keyof ReturnType<typeof createLeadEmails>;

async function compose(kind: Kind, id: string, now = weekBefore): Promise<EmailContent | undefined> {
  return createLeadEmails({ db, clock: { now: () => now }, siteUrl })[kind].compose(id);
}

const layout = { category: "transactional", siteUrl, postalAddressLines: [], preferencesKey: "key" } as const;

const renderText = (content: EmailContent | undefined): string =>
  content === undefined ? "" : renderEmail(content, layout).text;

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

type Case = readonly [
  kind: Kind,
  state: "seat" | "waiting" | "cancelled",
  event: Partial<Insertable<EventsTable>>,
];

/** Each kind with a state in which it applies. */
const applicableCases: readonly Case[] = [
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

it("the email to an address whose sign-up was replaced says so, without a calendar entry", async () => {
  const { id } = await addSignup("cancelled", {}, { placeNumber: null });
  const content = await compose("place-given-up", id);
  expect(content?.heading).toBe("Your registration was replaced");
  expect(content?.calendar).toBeUndefined();
});

describe.each(applicableCases)("the email %s, for state %s,", (kind, state, event) => {
  it("links to the attendee page and contains nothing that was typed into the form", async () => {
    const { id, placeKey } = await addSignup(state, event);
    const content = await compose(kind, id);
    const text = renderText(content);
    expect(text).toContain(`${siteUrl}/linkedin-live-signup/place/${placeKey}`);
    expect(text).not.toMatch(/Avery|earn-out|555-0164/);
  });

  it("contains the join link and a calendar entry only for people with a seat", async () => {
    const { id } = await addSignup(state, event);
    const content = await compose(kind, id);
    const isOn = state === "seat" && kind !== "event-cancelled";
    expect(renderText(content).includes("https://live.example.com/")).toBe(isOn);
    const method = isOn ? "PUBLISH" : "CANCEL";
    const hasEntry = state !== "waiting" && !kind.startsWith("event-reminder");
    expect(content?.calendar?.method).toBe(hasEntry ? method : undefined);
  });

  it("does not apply when it would be untrue", async () => {
    const { id, eventId } = await addSignup(state, event);
    // The event is over. For the waiting list, it has begun.
    expect(await compose(kind, id, new Date("2026-12-17T18:45:00Z"))).toBeUndefined();
    if (state === "waiting" && kind !== "event-cancelled") {
      expect(await compose(kind, id, new Date("2026-12-17T18:00:00Z"))).toBeUndefined();
    }
    // The event was canceled or reinstated. A canceled sign-up is removed from the calendar in any case.
    const other = kind === "event-cancelled" ? "scheduled" : "cancelled";
    await db.updateTable("events").set({ state: other }).where("id", "=", eventId).execute();
    expect((await compose(kind, id)) !== undefined).toBe(kind === "place-given-up");
    await db
      .updateTable("events")
      .set({ state: event.state ?? "scheduled" })
      .where("id", "=", eventId)
      .execute();
    expect(await compose(kind, id)).toBeDefined();
    // The sign-up was canceled or renewed.
    const otherState = state === "cancelled" ? "seat" : "cancelled";
    await db.updateTable("linkedinLiveSignups").set({ state: otherState }).where("id", "=", id).execute();
    expect(await compose(kind, id)).toBeUndefined();
    await db.deleteFrom("linkedinLiveSignups").where("id", "=", id).execute();
    expect(await compose(kind, id)).toBeUndefined();
  });
});

describe("a confirmation", () => {
  it("of a seat contains the day, the time in the event’s time zone, the length, hosts and topics", async () => {
    const { id } = await addSignup("seat");
    const text = renderText(await compose("event-place", id));
    expect(text).toContain("Date: Thursday, December 17, 2026");
    expect(text).toContain("Time: 12:00 PM CST, 45 minutes");
    expect(text).toContain("With: Eleanor Whitfield, CIMA®; Marcus Bell, JD");
    expect(text).toContain("Topics: Which decision has which last day; Your questions");
  });

  it("names the time zone as of the day of the event", async () => {
    const summer = await addSignup("seat", { startsAt: new Date("2027-07-15T17:00:00Z") });
    expect(renderText(await compose("event-place", summer.id))).toContain("12:00 PM CDT");
    const elsewhere = await addSignup("seat", { timeZone: "America/New_York" }, { email: "b@example.com" });
    expect(renderText(await compose("event-place", elsewhere.id))).toContain("1:00 PM EST");
  });

  it("of a waiting-list position contains its number and how many people are ahead", async () => {
    const { id, eventId } = await addSignup("waiting", { seatsTaken: 100, lastPlaceNumber: 137 });
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
    expect(renderText(content)).toContain("Sign-up number: 137\nAhead of you: 2 people");
    expect(content?.preview).toMatch(/^2 people are ahead of you\./);
  });

  it("of a repeated sign-up does not suggest canceling, because anyone can type the address", async () => {
    const { id } = await addSignup("seat");
    const again = renderText(await compose("event-place-again", id));
    expect(again).toContain("signed up again or asked us for the link");
    expect(again).toContain("If this wasn’t you, ignore this email");
    expect(again).not.toContain("Didn’t sign up?");
  });

  it("of a cancellation says that the event is canceled, and what staff added in plain text", async () => {
    const { id } = await addSignup("seat", { state: "cancelled" });
    expect(renderText(await compose("event-cancelled", id))).toMatch(
      /We’ve canceled the live event .* 12:00 PM CST\./,
    );
    const cancellationNote = "The host is <b>ill</b>.\nThe new date is January 21.";
    const { id: informed } = await addSignup("seat", { state: "cancelled", cancellationNote });
    expect((await compose("event-cancelled", informed))?.blocks.slice(1, 3)).toEqual([
      "The host is <b>ill</b>.",
      "The new date is January 21.",
    ]);
  });

  it("leaves out hosts who are no longer in the content", async () => {
    const { id } = await addSignup("seat", { hosts: ["gone"] });
    expect(renderText(await compose("event-place", id))).not.toContain("With:");
  });

  it("names the hosts of the event itself after those of the content", async () => {
    const host = {
      name: "Dana Ruiz",
      role: "Tax partner",
      biography: "She prices.",
      isGuest: false,
      ties: null,
    };
    const { id } = await addSignup("seat", { hosts: ["whitfield"], ownHosts: JSON.stringify([host]) });
    const text = renderText(await compose("event-place", id));
    expect(text).toContain("With: Eleanor Whitfield, CIMA®; Dana Ruiz");
  });
});

describe("an email about a change", () => {
  it("mentions the join link only to people with a seat", async () => {
    const seat = await addSignup("seat");
    expect(renderText(await compose("event-changed", seat.id))).toContain("use only the link below");
    const waiting = await addSignup("waiting");
    expect(renderText(await compose("event-changed", waiting.id))).not.toMatch(/\blink below|join link/);
  });
});

describe("calendar entries", () => {
  it("have one UID for the event and the sequence number of its record", async () => {
    const { id, eventId } = await addSignup("seat", { sequence: 4 });
    const entry = { uid: `event-${eventId}@www.example.com`, sequence: 4, start: "2026-12-17T18:00:00.000Z" };
    for (const kind of ["event-place", "event-place-again", "event-promoted", "event-changed"] as const) {
      expect(entryOf(await compose(kind, id))).toEqual({ method: "PUBLISH", ...entry });
    }
  });

  it("get a higher sequence number each time an address cancels and signs up again", async () => {
    const first = await addSignup("cancelled", { sequence: 4 }, { placeNumber: 1 });
    const { eventId } = first;
    const sequenceOf = async (kind: Kind, id: string) => entryOf(await compose(kind, id)).sequence;
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
  it("does not apply to an event that was moved since it was due", async () => {
    const { id } = await addSignup("seat", { startsAt: new Date("2026-12-12T18:00:00Z") });
    expect(await compose("event-reminder-day", id)).toBeUndefined();
    expect(await compose("event-reminder-day", id, new Date("2026-12-11T18:00:00Z"))).toBeDefined();
    expect(await compose("event-reminder-hour", id, new Date("2026-12-12T16:00:00Z"))).toBeUndefined();
    expect(await compose("event-reminder-hour", id, new Date("2026-12-12T17:00:00Z"))).toBeDefined();
  });

  it("does not apply once the event has begun, nor to the waiting list", async () => {
    const { id } = await addSignup("seat", { startsAt: weekBefore });
    expect(await compose("event-reminder-hour", id)).toBeUndefined();
    const waiting = await addSignup("waiting", { startsAt: new Date("2026-12-10T18:30:00Z") });
    expect(await compose("event-reminder-hour", waiting.id)).toBeUndefined();
  });
});

describe("an email about the next date", () => {
  it("confirms the request while it is open", async () => {
    const { id, placeKey } = await insertSignup({});
    const content = await compose("next-date-noted", id);
    expect(renderText(content)).toContain(`/linkedin-live-signup/place/${placeKey}`);
    await db.updateTable("linkedinLiveSignups").set({ state: "told" }).where("id", "=", id).execute();
    expect(await compose("next-date-noted", id)).toBeUndefined();
  });

  it("is not promised to an address that opted out of announcements", async () => {
    const email = "quiet@example.com";
    const { id } = await insertSignup({ email });
    expect(await compose("next-date-noted", id)).toMatchObject({
      subject: "We’ll let you know about the next event",
    });
    await db.insertInto("letterSuppressions").values({ email, topic: "announcements" }).execute();
    const content = await compose("next-date-noted", id);
    expect(content).toMatchObject({
      subject: "Your email settings block event announcements",
      heading: "Your email settings block event announcements",
    });
    expect(renderText(content)).toContain("You opted out of announcements earlier");
    expect(renderText(content)).not.toContain("We’ll email you once");
  });

  it("announces the next event with a link to its form", async () => {
    const eventId = await insertEvent({ seatsTaken: 37, lastPlaceNumber: 37 });
    const { id, placeKey } = await insertSignup({ state: "told", eventId });
    // An event that is running meanwhile is not the next one.
    await insertEvent({ startsAt: new Date("2026-12-09T18:00:00Z") });
    const content = await compose("next-date", id);
    expect(renderText(content)).toContain("Date: Thursday, December 17, 2026");
    expect(renderText(content)).toContain("Seats: 63 of 100 left");
    expect(renderText(content)).toContain(
      `Reserve a seat:\n${siteUrl}/linkedin-live-signup/event/${eventId}\n`,
    );
    expect(renderText(content)).toContain(`/linkedin-live-signup/place/${placeKey}`);
    // A pending request is answered by the announcement of a later event.
    await db.updateTable("linkedinLiveSignups").set({ state: "next-date" }).where("id", "=", id).execute();
    expect(await compose("next-date", id)).toBeUndefined();
  });

  it("says if every seat is taken, and does not apply once the event has begun", async () => {
    const eventId = await insertEvent({ capacity: 2, seatsTaken: 2, lastPlaceNumber: 2 });
    const { id } = await insertSignup({ state: "told", eventId });
    expect(renderText(await compose("next-date", id))).toContain(
      "Seats: All 2 are taken. The waiting list is open.",
    );
    expect(renderText(await compose("next-date", id))).toContain("Join the waiting list:");
    expect(await compose("next-date", id, new Date("2026-12-17T18:10:00Z"))).toBeUndefined();
  });
});

describe("the notification of the firm", () => {
  it("contains everything the person typed, replies to the person and links to the staff area", async () => {
    const { id } = await addSignup(
      "seat",
      { seatsTaken: 1, lastPlaceNumber: 137 },
      { topics: "Tax\nTiming" },
    );
    const content = await compose("new-event-signup", id);
    expect(content).toMatchObject({
      subject: "New sign-up for “Before the letter of intent”, Dec 17, 2026",
      heading: "Seat 137",
      replyTo: { name: "Thomas Avery", address: "t.avery@example.com" },
    });
    const text = renderText(content);
    for (const known of [
      "Thomas Avery signed up",
      "Email: t.avery@example.com",
      "Phone: (737) 555-0164",
      "Seats taken: 1 of 100",
      "> Does an earn-out close anything early?",
      "> Tax\n> Timing",
      `${siteUrl}/admin/people/${id}#follow-up`,
    ]) {
      expect(text).toContain(known);
    }
    expect(text).not.toContain("/place/");
  });

  it("states the consent", async () => {
    const { id } = await addSignup("seat");
    const asked = async () => renderText(await compose("new-event-signup", id));
    expect(await asked()).toContain(
      "May be called: Not asked\nMay be sent articles and invitations: Not asked",
    );
    await insertReceipt(id, { byEmail: false, byPhone: true });
    expect(await asked()).toContain(
      "May be called: Yes, box checked in a form on Dec 1, 2026\nMay be sent articles and invitations: No, box not checked",
    );
    const clock = { now: () => weekBefore };
    await withdrawConsent({ db, clock, ...auditDeps }, "t.avery@example.com", ["phone"]);
    expect(await asked()).toContain("May be called: No, opted out on Dec 10, 2026\n");
  });

  it("states what is missing, and the status", async () => {
    const { id } = await addSignup("waiting", {}, { phone: null, questions: null });
    const text = renderText(await compose("new-event-signup", id));
    expect(text).toContain("Waiting list, sign-up 137, 0 ahead");
    expect(text).toContain("Phone: Not provided");
    expect(text).toContain("Questions: none provided.");
    const request = await insertSignup({ email: "b@example.com" });
    expect(await compose("new-event-signup", request.id)).toMatchObject({
      subject: "New request: next event",
      heading: "Request: next event",
    });
    const requestText = renderText(await compose("new-event-signup", request.id));
    expect(requestText).toContain("Thomas Avery asked to hear about the next event.");
    expect(requestText).not.toContain("signed up");
    await db.updateTable("linkedinLiveSignups").set({ state: "cancelled" }).where("id", "=", id).execute();
    expect((await compose("new-event-signup", id))?.heading).toBe("Sign-up 137, canceled");
  });
});

it("no subject names a person", async () => {
  for (const [kind, state, event] of [...applicableCases, ["new-event-signup", "seat", {}] as const]) {
    const { id } = await addSignup(state, event);
    expect((await compose(kind, id))?.subject).not.toMatch(/Avery|example\.com/);
  }
});

import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { aLiveEvent } from "#tests/kit/an-event.ts";
import { practice } from "#content/practice.ts";
import { eventCalendar, publicEventCalendar } from "./event-calendar.server.ts";

const writtenAt = new Date("2026-06-01T08:09:10Z");

/** An event whose link contains characters with a meaning in calendars. */
function anOnlineEvent(overrides: Partial<LiveEvent> = {}): LiveEvent {
  return aLiveEvent({
    startsAt: new Date("2026-07-16T17:00:00Z"),
    topics: [],
    joinUrl: "https://live.example.com/join?room=1&key=a,b;c",
    sequence: 3,
    ...overrides,
  });
}

/** The entry as read by an independent parser. */
function read(event: LiveEvent, method: "PUBLISH" | "CANCEL" = "PUBLISH") {
  const part = eventCalendar(event, {
    method,
    sequence: event.sequence,
    writtenAt,
    siteUrl: "https://www.example.com:8443",
  });
  const calendar = ICAL.Component.fromString(part.text);
  const component = calendar.getFirstSubcomponent("vevent") ?? new ICAL.Component("none");
  return { part, calendar, component, entry: new ICAL.Event(component) };
}

/** The local time in Austin. */
const inAustin = (time: ICAL.Time): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "America/Chicago", dateStyle: "short", timeStyle: "short" })
    .format(time.toJSDate())
    .replaceAll(" ", " ");

describe("the calendar entry of an event", () => {
  it.each([
    ["in summer", "2026-07-16T17:00:00Z", "7/16/26, 12:00 PM", "7/16/26, 12:45 PM"],
    ["in winter", "2027-01-14T18:00:00Z", "1/14/27, 12:00 PM", "1/14/27, 12:45 PM"],
  ])("is at noon in Austin, %s", (_, startsAt, start, end) => {
    const { entry } = read(anOnlineEvent({ startsAt: new Date(startsAt) }));
    expect([inAustin(entry.startDate), inAustin(entry.endDate)]).toEqual([start, end]);
    expect(entry.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  });

  it("has the same UID in every email, the sequence number of the event and a timestamp", () => {
    const { entry, component } = read(anOnlineEvent());
    expect(entry.uid).toBe("event-11111111-2222-4333-8444-555555555555@www.example.com");
    expect(entry.sequence).toBe(3);
    expect(String(component.getFirstPropertyValue("dtstamp"))).toBe("2026-06-01T08:09:10Z");
  });

  it("has the join link and the organizer", () => {
    const { entry, component } = read(anOnlineEvent());
    const { joinUrl } = anOnlineEvent();
    expect(entry.location).toBe(joinUrl);
    expect(component.getFirstPropertyValue("url")).toBe("https://live.example.com/join?room=1&key=a%2Cb%3Bc");
    expect(entry.description).toContain(joinUrl);
    expect(entry.organizer).toBe(`mailto:${practice.email}`);
    expect(component.getFirstProperty("organizer")?.getParameter("cn")).toBe(practice.firmName);
  });

  it("escapes text and folds lines", () => {
    const title = `Commas, semicolons; back\\slashes, “quotes” and 💼🏛️${" ünd so weiter".repeat(12)}`;
    const { entry, part } = read(anOnlineEvent({ title, topics: ["One, two; three", "Vier: 4\\4"] }));
    expect(entry.summary).toBe(title);
    expect(entry.description).toBe(`Join: ${anOnlineEvent().joinUrl}\n\nOne, two; three\nVier: 4\\4`);
    const lines = part.text.split("\r\n");
    expect(part.text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.every((line) => line.isWellFormed())).toBe(true);
  });

  it("is published with an alarm 15 minutes before the start", () => {
    const { calendar, component, part } = read(anOnlineEvent());
    expect([part.method, calendar.getFirstPropertyValue("method")]).toEqual(["PUBLISH", "PUBLISH"]);
    expect(component.getFirstPropertyValue("status")).toBe("CONFIRMED");
    const alarm = component.getFirstSubcomponent("valarm");
    expect(alarm?.getFirstPropertyValue("action")).toBe("DISPLAY");
    expect(String(alarm?.getFirstPropertyValue("trigger"))).toBe("-PT15M");
  });

  it("is removed by the same UID", () => {
    const { calendar, component, entry, part } = read(anOnlineEvent(), "CANCEL");
    expect([part.method, calendar.getFirstPropertyValue("method")]).toEqual(["CANCEL", "CANCEL"]);
    expect(entry.uid).toBe("event-11111111-2222-4333-8444-555555555555@www.example.com");
    expect(component.getFirstPropertyValue("status")).toBe("CANCELLED");
    expect(component.getFirstSubcomponent("valarm")).toBeNull();
  });
});

describe("the calendar entry that everyone can download", () => {
  const text = publicEventCalendar(anOnlineEvent(), "https://www.example.com:8443");
  const calendar = ICAL.Component.fromString(text);
  const component = calendar.getFirstSubcomponent("vevent") ?? new ICAL.Component("none");
  const entry = new ICAL.Event(component);

  it("has the title, the time and the UID of the emails, and an alarm", () => {
    expect(entry.summary).toBe("Before the letter of intent");
    expect([inAustin(entry.startDate), inAustin(entry.endDate)]).toEqual([
      "7/16/26, 12:00 PM",
      "7/16/26, 12:45 PM",
    ]);
    expect(entry.uid).toBe(read(anOnlineEvent()).entry.uid);
    expect(component.getFirstSubcomponent("valarm")).not.toBeNull();
  });

  it("says where the join link is, and does not contain it", () => {
    expect(text).not.toContain("live.example.com");
    expect(entry.description).toBe("The join link is in your confirmation email.");
    expect(component.getFirstPropertyValue("url")).toBe(
      "https://www.example.com:8443/linkedin-live-signup/event/11111111-2222-4333-8444-555555555555",
    );
  });

  it("is replaced by the entry of an email, which is later at the same sequence number", () => {
    const email = read(anOnlineEvent());
    expect(entry.sequence).toBe(email.entry.sequence);
    const stampOf = (part: ICAL.Component) => String(part.getFirstPropertyValue("dtstamp"));
    expect(stampOf(component) < stampOf(email.component)).toBe(true);
  });
});

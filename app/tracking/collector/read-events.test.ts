import { describe, expect, it } from "vitest";
import { ownPages } from "./site-pages.ts";
import { readEvents } from "./read-events.server.ts";
import { trackingEventsSchema } from "./tracking-event.schema.ts";

const siteUrl = "https://www.example.com";
const reading = {
  siteUrl,
  ownPagePath: ownPages({
    siteUrl,
    origins: [siteUrl],
    getDelivery: (path) => ({
      isKnown: ["/", "/faqs"].includes(path) || path.startsWith("/pre-loi-assessment/result/"),
      shared: !path.startsWith("/pre-loi-assessment/result/"),
    }),
  }),
};
const receivedAt = new Date("2026-11-21T12:00:00Z");
const visit = "0d4b7f0e-1111-4222-8333-444455556666";
const anId = "a0000000-0000-4000-8000-000000000001";

/** A page view of `/faqs`, sent ten seconds later by a browser with a correct clock. */
const anEvent = (changes: object = {}) => ({
  id: anId,
  event_type: "page_view",
  url: "/faqs",
  timestamp: "2026-11-21T11:59:50.000Z",
  ...changes,
});

const read = (events: readonly unknown[], sentAt: unknown = "2026-11-21T12:00:00.000Z") =>
  readEvents(reading, trackingEventsSchema.parse({ visit, sentAt, events }), receivedAt);

describe("an event", () => {
  it("keeps only the specified fields", () => {
    const { visitId, events, dropped } = read([
      anEvent({
        event_type: "scroll_depth",
        percentage: 50,
        timeOnPage: 12_345.6,
        name: "Thomas Avery",
      }),
      anEvent({ event_type: "user_idle", idleTime: 61_000 }),
    ]);
    expect(visitId).toBe(visit);
    expect(dropped.size).toBe(0);
    const both = { id: anId, url: "/faqs", timestamp: new Date("2026-11-21T11:59:50Z") };
    const none = { percentage: null, idleTime: null, timeOnPage: null, target: null, touch: null };
    expect(events).toEqual([
      { ...both, ...none, eventType: "scroll_depth", percentage: 50, timeOnPage: 12_346 },
      { ...both, ...none, eventType: "user_idle", idleTime: 61_000 },
    ]);
  });

  it.each([
    ["a clock a day behind", "2026-11-20T11:59:50Z", "2026-11-20T12:00:00Z", "2026-11-21T11:59:50.000Z"],
    ["a clock a day ahead", "2026-11-22T11:59:50Z", "2026-11-22T12:00:00Z", "2026-11-21T11:59:50.000Z"],
    ["a clock without a battery", 10_000, 30_000, "2026-11-21T11:59:40.000Z"],
    ["no time of sending", "2026-11-21T11:00:00Z", undefined, "2026-11-21T11:00:00.000Z"],
    ["an invalid time of sending", "2026-11-21T11:00:00Z", "soon", "2026-11-21T11:00:00.000Z"],
    [
      "a tab that slept for two days",
      "2026-11-19T12:00:00Z",
      "2026-11-21T12:00:00Z",
      receivedAt.toISOString(),
    ],
    [
      "a clock that was corrected in the meantime",
      "2026-11-21T12:00:20Z",
      "2026-11-21T12:00:00Z",
      receivedAt.toISOString(),
    ],
  ])("from %s gets the server’s time", (_whose, timestamp, sentAt, expected) => {
    const [event] = read([anEvent({ timestamp })], sentAt).events;
    expect(event?.timestamp.toISOString()).toBe(expected);
  });

  it.each(["/wp-login.php", "/faqs/?name=Avery", `/faqs/${"a".repeat(60_000)}`])(
    "at the URL of a missing page (%#) is recorded as the not-found page",
    (url) => {
      expect(read([anEvent({ url })]).events).toMatchObject([{ url: "/404", touch: null }]);
    },
  );

  it.each([
    ["in the future", { timestamp: "2026-11-21T12:02:00Z" }, "later than it was sent"],
    ["in the year 3000", { timestamp: "3000-01-01T00:00:00Z" }, "later than it was sent"],
    ["without a time", { timestamp: undefined }, "unreadable event"],
    ["with an invalid time", { timestamp: "yesterday" }, "unreadable event"],
    ["with a time out of range", { timestamp: 9e20 }, "unreadable event"],
    ["of an unknown kind", { event_type: "purchase" }, "unreadable event"],
    ["without an id", { id: undefined }, "unreadable event"],
    ["with an invalid id", { id: "1' or 1=1" }, "unreadable event"],
    ["beyond the end of the page", { percentage: 101 }, "unreadable event"],
    ["with a negative duration", { idleTime: -1 }, "unreadable event"],
    ["with text instead of a number", { timeOnPage: "long" }, "unreadable event"],
    ["on a page with a key", { url: "/pre-loi-assessment/result/c2VjcmV0" }, "URL without a page"],
    ["on another site", { url: "https://stranger.example/faqs" }, "URL without a page"],
    [
      "on a site with a similar name",
      { url: "https://www.example.com.evil.example/faqs" },
      "URL without a page",
    ],
    ["at a javascript: URL", { url: "javascript:alert(1)//faqs" }, "URL without a page"],
    ["at a file: URL", { url: "file:///faqs" }, "URL without a page"],
    ["at an invalid URL", { url: "https://[" }, "URL without a page"],
  ])("%s is dropped and counted without affecting others", (_what, changes, reason) => {
    const other = anEvent({ id: "a0000000-0000-4000-8000-000000000002" });
    const { events, dropped } = read([anEvent(changes), other]);
    expect(events.map(({ id }) => id)).toEqual([other.id]);
    expect([...dropped]).toEqual([[reason, 1]]);
  });

  it.each([null, "page_view", 7, [], {}])("that is %j is dropped", (event) => {
    expect(read([event]).events).toEqual([]);
  });

  it("drops the query and fragment of its URL and target", () => {
    const url = "https://www.example.com/faqs?email=t.avery@example.com#tax";
    const [event] = read([
      anEvent({ event_type: "call_to_action", url, target: "/contact?name=Avery" }),
    ]).events;
    expect(event).toMatchObject({ url: "/faqs", target: "/contact", touch: null });
  });

  it("keeps the referrer of a page view only if it is another site", () => {
    const outside = anEvent({ referrer: "https://news.example/story?reader=17" });
    const campaign = anEvent({ url: "/faqs?utm_source=linkedin" });
    const ours = anEvent({ referrer: "https://www.example.com/" });
    const scrolled = anEvent({ event_type: "scroll_depth", referrer: "https://news.example/story" });
    const touches = read([outside, campaign, ours, scrolled]).events.map(({ touch }) => touch);
    expect(touches).toMatchObject([
      { referrer: "https://news.example/story", landingPage: "/faqs" },
      { campaign: { source: "linkedin" } },
      null,
      null,
    ]);
  });

  it("keeps a target in which the page prevents a line break", () => {
    const target = "Book a 30-\u2060minute call";
    expect(read([anEvent({ event_type: "booking_click", target })]).events).toMatchObject([
      { target: "Book a 30-minute call" },
    ]);
  });

  it("truncates a long target and drops targets with line breaks or control characters", () => {
    const targets = ["Book a call", "x".repeat(201), "two\nlines", "\u0000", "  "].map((target) =>
      anEvent({ event_type: "booking_click", target }),
    );
    expect(read(targets).events.map(({ target }) => target)).toEqual([
      "Book a call",
      "x".repeat(200),
      null,
      null,
      null,
    ]);
  });
});

import { describe, expect, test } from "vitest";
import type { PersonData } from "#app/people/export/load-person.server.ts";
import { lastPagesRead, pagesRead, touchText } from "./visit-activity.ts";

type TrackedEvent = Omit<PersonData["events"][number], "id">;

const event = (eventType: TrackedEvent["eventType"], url: string, more: Partial<TrackedEvent> = {}) => ({
  visit: 1,
  eventType,
  url,
  timestamp: new Date("2026-11-21T12:00:00Z"),
  percentage: null,
  idleTime: null,
  timeOnPage: null,
  target: null,
  touch: null,
  ...more,
});

describe("the pages of a visit", () => {
  test("are listed in order, with scroll depth and time", () => {
    expect(
      pagesRead([
        event("page_view", "/faqs"),
        event("scroll_depth", "/faqs", { percentage: 25, timeOnPage: 10_000 }),
        event("scroll_depth", "/faqs", { percentage: 75, timeOnPage: 42_000 }),
        event("user_idle", "/faqs", { idleTime: 30_000 }),
        event("page_view", "/tax-strategies"),
        event("scroll_depth", "/tax-strategies", { percentage: 100, timeOnPage: 240_000 }),
        event("page_view", "/faqs"),
      ]),
    ).toEqual(["/faqs, 75% read, 42 s", "/tax-strategies, 100% read, 4 min", "/faqs"]);
  });

  test("that were read last come first, each once, up to a number", () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
    const events = [
      event("page_view", "/", { timestamp: at(0) }),
      event("page_view", "/faqs", { timestamp: at(1) }),
      event("page_view", "/about", { timestamp: at(2) }),
      event("scroll_depth", "/about", { percentage: 75, timeOnPage: 42_000 }),
      event("page_view", "/faqs", { timestamp: at(3) }),
      event("call_to_action", "/faqs", { target: "Reserve a seat" }),
    ];
    expect(lastPagesRead(events, 2)).toEqual([
      { url: "/faqs", at: at(3), detail: [] },
      { url: "/about", at: at(2), detail: ["75% read", "42 s"] },
    ]);
  });

  test("include clicks and their pages", () => {
    expect(
      pagesRead([
        event("page_view", "/"),
        event("call_to_action", "/", { target: "Reserve a seat" }),
        event("scroll_depth", "/", { percentage: 50 }),
        event("booking_click", "/"),
      ]),
    ).toEqual(["/, 50% read", "Clicked “Reserve a seat” on /", "Opened the scheduling page on /"]);
  });

  test("can start without a page view", () => {
    expect(pagesRead([event("scroll_depth", "/faqs", { percentage: 50 })])).toEqual(["/faqs, 50% read"]);
    expect(pagesRead([])).toEqual([]);
  });
});

describe("the traffic source", () => {
  const touch = {
    at: "2026-11-21T12:00:00Z",
    landingPage: "/faqs",
    referrer: "https://example.com/links",
    campaign: { medium: "email", source: "newsletter" },
    clickId: { kind: "gclid", value: "secret" },
  };

  test("has the campaign, advertisement and page, without the click id", () => {
    expect(touchText(touch)).toBe(
      "campaign newsletter / email, an advertisement (gclid), from https://example.com/links, to /faqs",
    );
  });

  test("distinguishes a direct visit from an unknown source", () => {
    expect(touchText({ ...touch, referrer: null, campaign: {}, clickId: null })).toBe("direct, to /faqs");
    expect(touchText(null)).toBeUndefined();
  });
});

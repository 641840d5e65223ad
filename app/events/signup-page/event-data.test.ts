import { describe, expect, test } from "vitest";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { aLiveEvent, readEventsAt } from "#tests/kit/an-event.ts";
import { eventData } from "./event-data.ts";
import { createSignupView } from "./event-view.ts";

const event = aLiveEvent();

function dataAt(moment: string, overrides: Partial<LiveEvent> = {}): Record<string, unknown>[] {
  const view = createSignupView(readEventsAt(new Date(moment), [{ ...event, ...overrides }]));
  return eventData(view, "https://example.com").map((data) => ({ ...data }));
}

describe("the structured data of an upcoming event", () => {
  test("contains the time with its UTC offset, the seats and the price", () => {
    const [data] = dataAt("2026-11-21T12:00:00Z");
    expect(data).toMatchObject({
      startDate: "2026-12-17T12:00:00-06:00",
      endDate: "2026-12-17T12:45:00-06:00",
      maximumAttendeeCapacity: 100,
      remainingAttendeeCapacity: 37,
      offers: { price: 0, availability: "https://schema.org/InStock" },
    });
    expect(JSON.stringify(data)).not.toContain(event.joinUrl);
  });

  test.each([
    ["America/Chicago", "2025-08-21T17:00:00Z", "2025-08-21T12:00:00-05:00"],
    ["UTC", "2026-12-17T18:00:00Z", "2026-12-17T18:00:00+00:00"],
    ["Asia/Kolkata", "2026-12-17T18:00:00Z", "2026-12-17T23:30:00+05:30"],
    ["Pacific/Auckland", "2026-12-17T18:00:00Z", "2026-12-18T07:00:00+13:00"],
    ["America/St_Johns", "2026-12-17T02:00:00Z", "2026-12-16T22:30:00-03:30"],
  ])("in %s", (timeZone, startsAt, startDate) => {
    expect(dataAt("2025-01-01T00:00:00Z", { timeZone, startsAt: new Date(startsAt) })[0]).toMatchObject({
      startDate,
    });
  });

  test("describes the event with its summary and names its own hosts", () => {
    const host = {
      name: "Dana Ruiz",
      role: "Tax partner",
      biography: "She prices.",
      isGuest: false,
      ties: null,
    };
    const own = { summary: "What a buyer looks for.", hosts: [], ownHosts: [host] };
    expect(dataAt("2026-11-21T12:00:00Z", own)[0]).toMatchObject({
      description: "What a buyer looks for.",
      performer: [{ "@type": "Person", name: "Dana Ruiz", disambiguatingDescription: "Tax partner" }],
    });
  });

  test("states that the event is sold out", () => {
    expect(dataAt("2026-11-21T12:00:00Z", { seatsTaken: 100 })[0]).toMatchObject({
      remainingAttendeeCapacity: 0,
      offers: { availability: "https://schema.org/SoldOut" },
    });
  });
});

test("an event that is over has no structured data", () => {
  expect(dataAt("2026-12-17T18:44:59Z")).toHaveLength(1);
  expect(dataAt("2026-12-17T18:45:00Z")).toEqual([]);
});

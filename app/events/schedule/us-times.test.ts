import { expect, test } from "vitest";
import { formatUsTimes } from "./us-times.ts";

test.each([
  ["America/Chicago", "2026-12-17T18:00:00Z", "1:00 PM EST, 11:00 AM MST, 10:00 AM PST"],
  ["America/Chicago", "2026-07-16T17:00:00Z", "1:00 PM EDT, 11:00 AM MDT, 10:00 AM PDT"],
  ["America/New_York", "2026-12-17T18:00:00Z", "12:00 PM CST, 11:00 AM MST, 10:00 AM PST"],
  ["Europe/London", "2026-12-17T18:00:00Z", "1:00 PM EST, 12:00 PM CST, 11:00 AM MST, 10:00 AM PST"],
  // Midnight in New York is another day than the event's.
  ["America/Chicago", "2026-12-18T05:30:00Z", "Friday 12:30 AM EST, 10:30 PM MST, 9:30 PM PST"],
])("an event in %s at %s is at %s in the other zones", (zone, moment, times) => {
  expect(formatUsTimes(zone, new Date(moment))).toBe(times);
});

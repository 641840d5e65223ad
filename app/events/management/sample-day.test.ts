import { expect, test } from "vitest";
import { findSampleDay } from "./seed-events.server.ts";

test.each([
  ["2026-11-02T12:00:00Z", "2026-11-19", "not Thanksgiving"],
  ["2026-11-28T12:00:00Z", "2026-12-17", "not Christmas Eve"],
  ["2026-12-05T12:00:00Z", "2026-12-17", "not New Year’s Eve"],
  ["2026-12-20T12:00:00Z", "2027-01-14", "the first Thursday after three weeks"],
])("a new installation of %s has its sample event on %s: %s", (now, day) => {
  expect(findSampleDay(new Date(now))).toBe(day);
});

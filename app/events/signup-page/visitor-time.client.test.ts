import { describe, expect, test } from "vitest";
import { formatVisitorTime } from "./visitor-time.client.ts";

const there = "America/Chicago";
const inDecember = new Date("2026-12-17T18:00:00Z");
const inAugust = new Date("2025-08-21T17:00:00Z");

describe("the event’s time in the visitor’s time zone", () => {
  test.each([
    [inDecember, "America/New_York", "Your time: 1:00 PM EST, New York"],
    [inAugust, "America/New_York", "Your time: 1:00 PM EDT, New York"],
    [inDecember, "Asia/Kolkata", "Your time: 11:30 PM GMT+5:30, Kolkata"],
    [inDecember, "Asia/Calcutta", "Your time: 11:30 PM GMT+5:30, Kolkata"],
    [inDecember, "Pacific/Auckland", "Your time: Friday, 7:00 AM GMT+13, Auckland"],
    [inDecember, "America/Argentina/Buenos_Aires", "Your time: 3:00 PM GMT-3, Buenos Aires"],
    [inDecember, "UTC", "Your time: 6:00 PM UTC"],
    [inDecember, "Etc/GMT+5", "Your time: 1:00 PM GMT-5"],
  ])("%s in %s", (moment, here, words) => {
    expect(formatVisitorTime(moment, { here, there })).toBe(words);
  });

  test.each(["America/Chicago", "America/Winnipeg"])("is the reader’s own time in %s", (here) => {
    expect(formatVisitorTime(inDecember, { here, there })).toBe("Your time zone");
  });
});

import { describe, expect, test } from "vitest";
import { formatVisitorTime } from "./visitor-time.client.ts";

const there = { zone: "America/Chicago", place: "Austin" };
const inDecember = new Date("2026-12-17T18:00:00Z");
const inAugust = new Date("2025-08-21T17:00:00Z");

describe("the event’s time in the visitor’s time zone", () => {
  test.each([
    [inDecember, "America/New_York", "1:00 PM EST, New York", "Thursday, December 17, 2026"],
    [inAugust, "America/New_York", "1:00 PM EDT, New York", "Thursday, August 21, 2025"],
    [inDecember, "Asia/Kolkata", "11:30 PM GMT+5:30, Kolkata", "Thursday, December 17, 2026"],
    [inDecember, "Asia/Calcutta", "11:30 PM GMT+5:30, Kolkata", "Thursday, December 17, 2026"],
    [inDecember, "Pacific/Auckland", "7:00 AM GMT+13, Auckland", "Friday, December 18, 2026"],
    [
      inDecember,
      "America/Argentina/Buenos_Aires",
      "3:00 PM GMT-3, Buenos Aires",
      "Thursday, December 17, 2026",
    ],
    [inDecember, "UTC", "6:00 PM UTC", "Thursday, December 17, 2026"],
    [inDecember, "Etc/GMT+5", "1:00 PM GMT-5", "Thursday, December 17, 2026"],
  ])("%s in %s", (moment, here, time, day) => {
    expect(formatVisitorTime(moment, { here, there })).toEqual({ time, day });
  });

  test.each(["America/Chicago", "America/Winnipeg"])("states that the time in %s is the same", (here) => {
    expect(formatVisitorTime(inDecember, { here, there }).time).toBe("12:00 PM CST, as in Austin");
  });
});

import { describe, expect, test } from "vitest";
import { describeMoment } from "./describe-moment.ts";

const now = new Date("2026-11-20T18:00:00Z"); // noon in Chicago
const chicago = "America/Chicago";

describe("a short time", () => {
  test.each([
    ["2026-11-20T18:00:30Z", "Just now"], // a clock that is ahead
    ["2026-11-20T17:59:01Z", "Just now"],
    ["2026-11-20T17:48:00Z", "12 min ago"],
    ["2026-11-20T17:00:01Z", "59 min ago"],
    ["2026-11-20T17:00:00Z", "1 h ago"],
    ["2026-11-20T06:00:00Z", "12 h ago"], // midnight in Chicago
    ["2026-11-20T05:59:59Z", "Yesterday"],
    ["2026-11-19T06:00:00Z", "Yesterday"],
    ["2026-11-19T05:59:59Z", "2 days ago"],
    ["2026-11-14T12:00:00Z", "6 days ago"],
    ["2026-11-13T12:00:00Z", "Nov 13"],
    ["2026-01-01T06:00:00Z", "Jan 1"],
    ["2026-01-01T05:59:59Z", "Dec 31, 2025"],
  ])("%s is %s", (at, short) => {
    expect(describeMoment(new Date(at), now, chicago).short).toBe(short);
  });

  test("is in minutes across midnight", () => {
    const afterMidnight = new Date("2026-11-20T06:10:00Z");
    expect(describeMoment(new Date("2026-11-20T05:50:00Z"), afterMidnight, chicago).short).toBe("20 min ago");
  });

  test("counts a day with 25 hours as one day", () => {
    const monday = new Date("2026-11-02T06:30:00Z"); // the clocks went back on Sunday
    expect(describeMoment(new Date("2026-11-01T05:30:00Z"), monday, chicago).short).toBe("Yesterday");
  });
});

test("the exact time has the zone abbreviation of its date", () => {
  expect(describeMoment(now, now, chicago)).toMatchObject({
    iso: "2026-11-20T18:00:00.000Z",
    exact: "Nov 20, 2026, 12:00 PM CST",
  });
  expect(describeMoment(new Date("2026-08-21T17:00:00Z"), now, chicago).exact).toBe(
    "Aug 21, 2026, 12:00 PM CDT",
  );
});

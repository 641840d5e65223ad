import { expect, test } from "vitest";
import { endOfDayIn, lastMomentBefore } from "./end-of-day.ts";
import { longDayIn } from "./zoned-time.ts";

test.each([
  ["in winter", "America/Chicago", "2026-11-21", "2026-11-22T06:00:00.000Z"],
  ["in summer", "America/Chicago", "2026-07-31", "2026-08-01T05:00:00.000Z"],
  ["on the day on which clocks go back", "America/Chicago", "2026-11-01", "2026-11-02T06:00:00.000Z"],
  ["on the day on which clocks go forward", "America/Chicago", "2026-03-08", "2026-03-09T05:00:00.000Z"],
  [
    "between midnight UTC and midnight in the zone",
    "Pacific/Auckland",
    "2026-04-04",
    "2026-04-04T11:00:00.000Z",
  ],
  ["east of Greenwich", "Asia/Kolkata", "2026-12-31", "2026-12-31T18:30:00.000Z"],
  ["where clocks show universal time", "UTC", "2028-02-29", "2028-03-01T00:00:00.000Z"],
])("a day ends at midnight in the time zone: %s", (_, zone, day, moment) => {
  expect(endOfDayIn(zone, day)?.toISOString()).toBe(moment);
});

test.each(["2026-02-30", "2026-13-01", "21.11.2026", "2026-11-21T10:00", ""])(
  "%j is not a valid day",
  (day) => {
    expect(endOfDayIn("America/Chicago", day)).toBeUndefined();
  },
);

test("the last moment before the end of a day is on that day", () => {
  const end = endOfDayIn("America/Chicago", "2026-12-31") ?? new Date(Number.NaN);
  expect(longDayIn("America/Chicago", lastMomentBefore(end))).toBe("Thursday, December 31, 2026");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { answerDueOn, firmDay, overdueBefore } from "./queue-days.ts";

test.each([
  ["Monday afternoon", "2026-11-23T21:00:00Z", "2026-11-25T06:00:00.000Z"],
  ["Friday evening", "2026-11-21T01:00:00Z", "2026-11-24T06:00:00.000Z"],
  ["Saturday", "2026-11-21T18:00:00Z", "2026-11-24T06:00:00.000Z"],
  ["the day before Thanksgiving", "2026-11-25T18:00:00Z", "2026-11-28T06:00:00.000Z"],
])("a form from %s is due at the end of the next business day", (_, formAt, due) => {
  expect(answerDueOn(firmDay(new Date(formAt))).toISOString()).toBe(due);
});

test("a form is overdue if and only if its answer was due before today", () => {
  const moment = fc.date({ min: new Date("2026-01-05"), max: new Date("2027-12-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 8 * 24 * 60 }), (formAt, minutes) => {
      const now = new Date(formAt.getTime() + minutes * 60_000);
      expect(formAt < overdueBefore(now)).toBe(answerDueOn(firmDay(formAt)) <= now);
    }),
  );
});

import { expect, test } from "vitest";
import { composeNote, toDueDate } from "./compose-note.ts";

test.each([
  ["2026-07-01", "2026-07-01 05:00 PM -0500"],
  ["2026-12-01", "2026-12-01 05:00 PM -0600"],
  // The clocks change on this day.
  ["2026-03-08", "2026-03-08 05:00 PM -0500"],
  ["2026-11-01", "2026-11-01 05:00 PM -0600"],
])("a task of %s is due at %s", (day, due) => {
  expect(toDueDate(day)).toBe(due);
});

test("a note about an event whose date was deleted has no date", () => {
  const signup = {
    kind: "signup",
    createdAt: new Date("2026-11-21T12:00:00Z"),
    state: "waiting",
    title: null,
    startsAt: null,
    timeZone: null,
  } as const;
  const about = { channel: null, campaign: null, recordUrl: "https://example.com/1", reference: "7" };
  expect(composeNote([signup], about)).toBe(
    "Nov 21, 2026: Event sign-up, waiting list\nRecord: https://example.com/1\nReference: 7",
  );
});

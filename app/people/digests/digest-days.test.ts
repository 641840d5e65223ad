import { expect, test } from "vitest";
import { digestsDue } from "./digest-days.ts";

test.each([
  ["Monday before 7:30", "2026-11-23T13:29:00Z", []],
  ["Monday at 7:30", "2026-11-23T13:30:00Z", ["morning-list", "monday-digest"]],
  ["late on Monday", "2026-11-24T05:59:00Z", ["morning-list", "monday-digest"]],
  ["Tuesday after midnight", "2026-11-24T06:00:00Z", []],
  ["Tuesday", "2026-11-24T18:00:00Z", ["morning-list"]],
  ["Saturday", "2026-11-28T18:00:00Z", []],
  ["Thanksgiving", "2026-11-26T18:00:00Z", []],
  ["the Tuesday after Labor Day", "2026-09-08T18:00:00Z", ["morning-list", "monday-digest"]],
  ["the Monday after the clocks changed", "2026-03-09T12:30:00Z", ["morning-list", "monday-digest"]],
])("%s", (_, now, due) => {
  expect(digestsDue(new Date(now))).toEqual(due);
});

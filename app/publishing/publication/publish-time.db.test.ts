import { expect, it } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { readPublishTime } from "./publish-time.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };

it.each([
  ["2026-12-10", "09:30", new Date("2026-12-10T15:30:00Z")],
  ["2026-11-28", "10:00", "past"],
  ["0000-01-01", "09:30", "past"],
  ["2027-02-30", "09:30", "past"],
  ["2026-12-10", "24:00", "past"],
  ["2027-03-14", "02:30", "skipped"],
])("the publication time %s %s is read", async (day, time, expected) => {
  expect(await readPublishTime({ db, clock }, day, time)).toEqual(expected);
});

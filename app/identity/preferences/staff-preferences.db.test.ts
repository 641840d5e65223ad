import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { findStartPage, recordTodayView, saveStartPage } from "./staff-preferences.server.ts";

const { db } = testDatabase();
const at = (time: string): Date => new Date(`2026-11-23T${time}:00Z`);
/** Ruth looks at Today. Returns when the visit before ended. */
const view = async (time: string) => (await recordTodayView(db, "ruth", { now: at(time) })).todaySeenBefore;
const addRuth = () =>
  db
    .insertInto("staffUsers")
    .values({
      id: "ruth",
      name: "Ruth",
      email: "ruth@example.com",
      emailVerified: true,
      role: "staff",
      image: null,
      roleEndsAt: null,
    })
    .execute();

test("an account begins on the dashboard until it chooses another page", async () => {
  await addRuth();
  expect(await findStartPage(db, "ruth")).toBe("dashboard");
  await view("08:00");
  await saveStartPage(db, "ruth", "today");
  expect(await findStartPage(db, "ruth")).toBe("today");
});

test("a visit lasts until half an hour without a view, and later views compare with the visit before", async () => {
  await addRuth();
  expect(await view("08:00")).toBeNull();
  expect(await view("08:20")).toBeNull();
  expect(await view("10:00")).toEqual(at("08:20"));
  expect(await view("10:10")).toEqual(at("08:20"));
  expect(await view("12:00")).toEqual(at("10:10"));
});

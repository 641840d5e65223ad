import { expect, test } from "vitest";
import { hasDemoData } from "#app/people/profile/demo-rows.server.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { allRows, aPerson, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { add as addDemo, run } from "./demo.ts";

const database = testDatabase();
const { db } = database;
const clock = { now: () => new Date("2026-11-22T15:00:00Z") };
const services = {
  ...database,
  clock,
  siteUrl: "https://www.example.com",
  keyRing: () => Promise.resolve(testKeyRing),
};
/** Stores few emails, because rendering them all takes long. */
const add = () => addDemo(services, 15);
const remove = () => runCommand(run, ["remove"], services);

test("removal leaves no trace except in the audit log, and leaves real data unchanged", async () => {
  const { id } = await db
    .insertInto("events")
    .values(anEvent({ startsAt: new Date("2026-12-17T18:00:00Z"), capacity: 100 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await takeAssessment(db, aPerson("heron"));
  // By chance, this ID lies in the range of demo IDs.
  await db.updateTable("preLoiAssessments").set({ id: "de300000-1234-4abc-8def-0123456789ab" }).execute();
  await signUp(db, aPerson("egret"));
  const before = await rowsExceptAudit();
  await add();
  const seats = () => db.selectFrom("events").select("seatsTaken").where("id", "=", id).executeTakeFirst();
  expect(await seats()).toEqual({ seatsTaken: 42 });
  expect(await hasDemoData(db)).toBe(true);
  expect(await remove()).toMatchObject({ code: 0 });
  // Position numbers are never reused.
  await db.updateTable("events").set({ lastPlaceNumber: 1 }).where("id", "=", id).execute();
  expect(await rowsExceptAudit()).toEqual(before);
  expect(await remove()).toEqual({ code: 1, out: "", problems: "There is no demo data.\n" });
  const rows = await db.selectFrom("auditEvents").select(["action", "actorKind"]).orderBy("id").execute();
  expect(rows).toEqual([
    { action: "demo-added", actorKind: "shell" },
    { action: "demo-removed", actorKind: "shell" },
  ]);
});

test("removal keeps an upcoming demo event with a real sign-up, which moves up from the waiting list", async () => {
  await add();
  const { id, lastPlaceNumber } = await db
    .selectFrom("events")
    .select(["id", "lastPlaceNumber"])
    .orderBy("startsAt", "desc")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ eventId: id, state: "waiting", placeNumber: lastPlaceNumber + 1 }))
    .execute();
  await remove();
  expect(await db.selectFrom("events").select(["id", "seatsTaken"]).execute()).toEqual([
    { id, seatsTaken: 1 },
  ]);
  expect(await db.selectFrom("linkedinLiveSignups").select("state").execute()).toEqual([{ state: "seat" }]);
});

async function rowsExceptAudit(): Promise<string[]> {
  const rows = await allRows(db);
  return rows.filter((row) => !row.startsWith("audit_events ")).toSorted();
}

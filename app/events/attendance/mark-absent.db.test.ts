import { expect, it } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { importAttendance } from "./import-attendance.server.ts";
import { findUnrecorded, markAbsent } from "./mark-absent.server.ts";

const { db } = testDatabase();
const end = new Date("2026-12-17T18:45:00Z");
const at = (now: Date) => ({ db, clock: { now: () => now }, actor: auditDeps.actor });

/** An event with three people whose attendance is not recorded, and others who stay as they are. */
async function addEvent(): Promise<{ event: string; ada: string }> {
  const { id: event } = await db
    .insertInto("events")
    .values(anEvent())
    .returning("id")
    .executeTakeFirstOrThrow();
  const people = [
    { name: "ada" },
    { name: "ben" },
    { name: "cleo" },
    { name: "came", attended: true },
    { name: "away", attended: false },
    { name: "waits", state: "waiting" },
    { name: "canceled", state: "cancelled" },
  ] as const;
  const rows = people.map((person, index) =>
    aSignup({
      eventId: event,
      state: "seat",
      placeNumber: index + 1,
      email: `${person.name}@example.com`,
      ...person,
    }),
  );
  const [ada] = await db.insertInto("linkedinLiveSignups").values(rows).returning("id").execute();
  return { event, ada: ada?.id ?? "" };
}

async function findAttendance(): Promise<Record<string, boolean | null>> {
  const query = db.selectFrom("linkedinLiveSignups").select(["name", "attended"]).orderBy("placeNumber");
  return Object.fromEntries((await query.execute()).map(({ name, attended }) => [name, attended]));
}

const listAudited = async () =>
  (await db.selectFrom("auditEvents").select(["action", "details"]).execute()).map(({ details }) => details);

const unchanged = { came: true, away: false, waits: null, canceled: null };

it("records people without recorded attendance as absent, and no one else", async () => {
  const { event } = await addEvent();
  const { count, version } = await findUnrecorded(db, event);
  expect(count).toBe(3);
  expect(await markAbsent(at(end), event, version)).toEqual({ ok: true, changed: 3 });
  expect(await findAttendance()).toEqual({ ada: false, ben: false, cleo: false, ...unchanged });
  expect(await listAudited()).toEqual([{ came: 0, away: 3, taken_back: 0 }]);
});

it("records them once if two people confirm them simultaneously", async () => {
  const { event } = await addEvent();
  const { version } = await findUnrecorded(db, event);
  const outcomes = await Promise.all([
    markAbsent(at(end), event, version),
    markAbsent(at(end), event, version),
  ]);
  expect(outcomes).toContainEqual({ ok: true, changed: 3 });
  expect(outcomes).toContainEqual({ ok: true, changed: 0 });
  expect(await listAudited()).toHaveLength(1);
});

it("records no one before the event has ended", async () => {
  const { event } = await addEvent();
  const { version } = await findUnrecorded(db, event);
  const live = new Date(end.getTime() - 1);
  expect(await markAbsent(at(live), event, version)).toEqual({ ok: false, reason: "not-over" });
  const before = new Date("2026-12-17T17:00:00Z");
  expect(await markAbsent(at(before), event, version)).toEqual({ ok: false, reason: "not-started" });
  expect(await findAttendance()).toEqual({ ada: null, ben: null, cleo: null, ...unchanged });
  expect(await listAudited()).toEqual([]);
});

it("records no one if the people have changed, even if their number has not", async () => {
  const { event, ada } = await addEvent();
  const { count, version } = await findUnrecorded(db, event);
  const guest = aSignup({
    eventId: event,
    state: "seat",
    placeNumber: 9,
    name: "guest",
    email: "guest@example.com",
  });
  await db.insertInto("linkedinLiveSignups").values(guest).execute();
  await db.updateTable("linkedinLiveSignups").set({ state: "cancelled" }).where("id", "=", ada).execute();
  expect((await findUnrecorded(db, event)).count).toBe(count);
  expect(await markAbsent(at(end), event, version)).toEqual({ ok: false, reason: "changed-meanwhile" });
  expect(await findAttendance()).toMatchObject({ ben: null, cleo: null, guest: null });
});

it("can be part of an import, which otherwise leaves the others as they are", async () => {
  const { event, ada } = await addEvent();
  const wrong = { ids: [ada], absent: (await findUnrecorded(db, event)).version };
  expect(await importAttendance(at(end), event, wrong)).toEqual({ ok: false, reason: "changed-meanwhile" });
  expect(await findAttendance()).toMatchObject({ ada: null, ben: null });
  const { version } = await findUnrecorded(db, event, [ada]);
  const others = { ids: [ada], absent: version };
  expect(await importAttendance(at(end), event, others)).toEqual({ ok: true, changed: 3 });
  expect(await findAttendance()).toEqual({ ada: true, ben: false, cleo: false, ...unchanged });
  expect(await listAudited()).toEqual([{ came: 1, away: 2, taken_back: 0 }]);
});

import { expect, it } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { importAttendance } from "./import-attendance.server.ts";
import { countUnrecorded, markAbsent } from "./mark-absent.server.ts";

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

it("records the people whose attendance is not recorded as absent, and no one else", async () => {
  const { event } = await addEvent();
  expect(await countUnrecorded(db, event)).toBe(3);
  expect(await markAbsent(at(end), event, 3)).toEqual({ ok: true, changed: 3 });
  expect(await findAttendance()).toEqual({ ada: false, ben: false, cleo: false, ...unchanged });
  expect(await listAudited()).toEqual([{ came: 0, away: 3, taken_back: 0 }]);
});

it("records them once if two people confirm the same number simultaneously", async () => {
  const { event } = await addEvent();
  const outcomes = await Promise.all([markAbsent(at(end), event, 3), markAbsent(at(end), event, 3)]);
  expect(outcomes).toContainEqual({ ok: true, changed: 3 });
  expect(outcomes).toContainEqual({ ok: true, changed: 0 });
  expect(await listAudited()).toHaveLength(1);
});

it("records no one if the number has changed, or before the event has ended", async () => {
  const { event } = await addEvent();
  expect(await markAbsent(at(end), event, 2)).toEqual({ ok: false, reason: "changed-meanwhile" });
  const live = new Date(end.getTime() - 1);
  expect(await markAbsent(at(live), event, 3)).toEqual({ ok: false, reason: "not-over" });
  const before = new Date("2026-12-17T17:00:00Z");
  expect(await markAbsent(at(before), event, 3)).toEqual({ ok: false, reason: "not-started" });
  expect(await findAttendance()).toEqual({ ada: null, ben: null, cleo: null, ...unchanged });
  expect(await listAudited()).toEqual([]);
});

it("can be part of an import, which otherwise leaves the others as they are", async () => {
  const { event, ada } = await addEvent();
  const wrong = { ids: [ada], absent: 3 };
  expect(await importAttendance(at(end), event, wrong)).toEqual({ ok: false, reason: "changed-meanwhile" });
  expect(await findAttendance()).toMatchObject({ ada: null, ben: null });
  expect(await importAttendance(at(end), event, { ids: [ada], absent: 2 })).toEqual({ ok: true, changed: 3 });
  expect(await findAttendance()).toEqual({ ada: true, ben: false, cleo: false, ...unchanged });
  expect(await listAudited()).toEqual([{ came: 1, away: 2, taken_back: 0 }]);
});

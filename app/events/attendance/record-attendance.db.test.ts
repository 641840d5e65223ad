import { describe, expect, it } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import type { PageRequest } from "#app/platform/page-of-rows.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { until } from "#tests/kit/running-server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { type AttendeeQuery, listAttendees } from "./list-attendees.server.ts";
import { type AttendanceNote, recordAttendance } from "./record-attendance.server.ts";

const { db, pool } = testDatabase();
const start = new Date("2026-12-17T18:00:00Z");
const before = new Date("2026-12-17T17:59:59Z");
const at = (now: Date) => ({ db, clock: { now: () => now }, actor: auditDeps.actor });

async function addEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const event = db.insertInto("events").values(anEvent(overrides)).returning("id");
  return (await event.executeTakeFirstOrThrow()).id;
}

async function addAttendee(
  eventId: string,
  name: string,
  placeNumber: number,
  more: Parameters<typeof aSignup>[0] = {},
): Promise<string> {
  const row = aSignup({ name, email: `${name}@example.com`, eventId, placeNumber, state: "seat", ...more });
  const { id } = await db
    .insertInto("linkedinLiveSignups")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const findAttendance = async () => {
  const rows = await db
    .selectFrom("linkedinLiveSignups")
    .select(["name", "attended"])
    .orderBy("placeNumber")
    .execute();
  return Object.fromEntries(rows.map(({ name, attended }) => [name, attended]));
};

async function countWaitingForLocks(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const audited = () =>
  db
    .selectFrom("auditEvents")
    .select(["action", "subject", "details", "clientAddress"])
    .orderBy("id")
    .execute();

describe("recording attendance", () => {
  it("stores each change once and records the counts in the audit log", async () => {
    const event = await addEvent();
    const [ada, ben, eve] = [
      await addAttendee(event, "ada", 1),
      await addAttendee(event, "ben", 2),
      await addAttendee(event, "eve", 3, { attended: true }),
    ];
    const notes = [
      { signupId: ada, attended: true },
      { signupId: ben, attended: false },
      { signupId: eve, attended: null },
    ];
    expect(await recordAttendance(at(start), event, notes)).toEqual({ ok: true, changed: 3 });
    expect(await recordAttendance(at(start), event, notes)).toEqual({ ok: true, changed: 0 });
    expect(await findAttendance()).toEqual({ ada: true, ben: false, eve: null });
    expect(await audited()).toEqual([
      {
        action: "attendance-noted",
        subject: `event:${event}`,
        details: { came: 1, away: 1, taken_back: 1 },
        clientAddress: null,
      },
    ]);
  });

  it("keeps concurrent changes of several people, in any order of rows", async () => {
    const event = await addEvent();
    const ids: string[] = [];
    for (let number = 1; number <= 40; number += 1) ids.push(await addAttendee(event, `p${number}`, number));
    const [first, second] = [ids.slice(0, 20), ids.slice(20)];
    const createNotes = (attendees: string[]) => attendees.map((signupId) => ({ signupId, attended: true }));
    await Promise.all([
      recordAttendance(at(start), event, createNotes(first)),
      recordAttendance(at(start), event, createNotes(second.toReversed())),
      recordAttendance(at(start), event, createNotes(ids.slice(10, 30).toReversed())),
    ]);
    expect(Object.values(await findAttendance())).toEqual(ids.map(() => true));
  });

  it("waits for the lock of the event, so that two transactions cannot deadlock", async () => {
    const event = await addEvent();
    const ada = await addAttendee(event, "ada", 1);
    let recording: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await lockEvent(trx, event);
      recording = recordAttendance(at(start), event, [{ signupId: ada, attended: true }]);
      await until(
        "the change to wait for the lock of the event",
        async () => (await countWaitingForLocks()) > 0,
      );
    });
    expect(await recording).toEqual({ ok: true, changed: 1 });
  });

  it("locks sign-ups before the records of their people, like a person who changes a sign-up", async () => {
    const event = await addEvent();
    const ada = await addAttendee(event, "ada", 1);
    let recording: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      const signup = trx.selectFrom("linkedinLiveSignups").select("id").where("id", "=", ada);
      await signup.forNoKeyUpdate().execute();
      recording = recordAttendance(at(start), event, [{ signupId: ada, attended: true }]);
      await until("the other transaction to wait", async () => (await countWaitingForLocks()) === 1);
      // A trigger locks the record of the person. If the other transaction held it, the two would deadlock.
      await trx.updateTable("linkedinLiveSignups").set({ name: "Ada B." }).where("id", "=", ada).execute();
    });
    expect(await recording).toEqual({ ok: true, changed: 1 });
    expect(await findAttendance()).toEqual({ "Ada B.": true });
  });

  it("ignores people who are waiting, have canceled or have a seat at another event", async () => {
    const event = await addEvent();
    const another = await addEvent();
    const ids = [
      await addAttendee(event, "waits", 1, { state: "waiting" }),
      await addAttendee(event, "canceled", 2, { state: "cancelled" }),
      await addAttendee(another, "elsewhere", 3),
    ];
    const notes = ids.map((signupId) => ({ signupId, attended: true }));
    expect(await recordAttendance(at(start), event, notes)).toEqual({ ok: true, changed: 0 });
    expect(await findAttendance()).toEqual({ waits: null, canceled: null, elsewhere: null });
    expect(await audited()).toEqual([]);
  });

  it("does not deadlock with a change of the same people in another order", async () => {
    for (const name of ["ada", "ben"]) {
      await storedLeads(db).storeAssessment({ name, email: `${name}@example.com` });
    }
    const people = await db.selectFrom("people").select(["id", "name"]).orderBy("id").execute();
    const event = await addEvent();
    const notes: AttendanceNote[] = [];
    for (const [index, { name }] of people.toReversed().entries()) {
      notes.push({ signupId: await addAttendee(event, name, index + 1), attended: true });
    }
    let recording: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      for (const [index, { id }] of people.entries()) {
        await trx.selectFrom("people").select("id").where("id", "=", id).forUpdate().execute();
        if (index > 0) continue;
        recording = recordAttendance(at(start), event, notes);
        await until("the other transaction to wait", async () => (await countWaitingForLocks()) === 1);
      }
    });
    expect(await recording).toEqual({ ok: true, changed: 2 });
  });

  it("is refused before the start, for a canceled event and for an unknown event", async () => {
    const record = async (event: string, now = start) => recordAttendance(at(now), event, []);
    expect(await record(await addEvent(), before)).toEqual({ ok: false, reason: "not-started" });
    expect(await record(await addEvent({ state: "cancelled" }))).toEqual({ ok: false, reason: "cancelled" });
    expect(await record("00000000-0000-4000-8000-000000000000")).toEqual({ ok: false, reason: "unknown" });
  });
});

describe("the attendee list", () => {
  async function addFullEvent(): Promise<string> {
    const event = await addEvent();
    await addAttendee(event, "late", 5, { attended: false });
    await addAttendee(event, "first", 1, { attended: true });
    await addAttendee(event, "third", 3);
    await addAttendee(event, "waits-longest", 2, { state: "waiting" });
    await addAttendee(event, "waits", 4, { state: "waiting" });
    await addAttendee(event, "canceled", 6, { state: "cancelled" });
    return event;
  }
  const read = (eventId: string, page: PageRequest, query: Partial<AttendeeQuery> = {}) =>
    listAttendees({ eventId })(db, { sort: "place", ...query }).page(page);
  const names = async (
    { eventId, ...query }: Partial<AttendeeQuery> & { eventId: string },
    page: PageRequest = { size: 10 },
  ) => (await read(eventId, page, query)).rows.map(({ name }) => name);

  it("has seats first, then the waiting list, each in order of number", async () => {
    const eventId = await addFullEvent();
    expect(await names({ eventId })).toEqual(["first", "third", "late", "waits-longest", "waits"]);
    expect(await names({ eventId, place: "waiting" })).toEqual(["waits-longest", "waits"]);
  });

  it("can be sorted by name, over several pages", async () => {
    const eventId = await addFullEvent();
    const first = await read(eventId, { size: 3 }, { sort: "name" });
    expect(first.rows.map(({ name }) => name)).toEqual(["first", "late", "third"]);
    const beyond = { direction: "after", row: first.rows[2]?.id ?? "" } as const;
    expect(await names({ eventId, sort: "name" }, { size: 3, beyond })).toEqual(["waits", "waits-longest"]);
  });

  it.each([
    [{ came: "came" }, ["first"]],
    [{ came: "away" }, ["late"]],
    [{ came: "unknown" }, ["third"]],
    [{ search: "LONGEST" }, ["waits-longest"]],
    [{ search: "555-0164", place: "waiting" }, ["waits-longest", "waits"]],
  ] as const)("can be filtered by %j", async (query, found) => {
    expect(await names({ eventId: await addFullEvent(), ...query })).toEqual(found);
  });

  it("is paged forward and backward, also from seats to the waiting list", async () => {
    const eventId = await addFullEvent();
    const first = await read(eventId, { size: 2 });
    expect(first).toMatchObject({ hasPrevious: false, hasNext: true });
    const beyond = (direction: "after" | "before", row: string) => ({ size: 2, beyond: { direction, row } });
    const second = await read(eventId, beyond("after", first.rows[1]?.id ?? ""));
    expect(second.rows.map(({ name }) => name)).toEqual(["late", "waits-longest"]);
    expect(await names({ eventId }, beyond("before", second.rows[0]?.id ?? ""))).toEqual(["first", "third"]);
  });

  it("starts over if the row of the page is deleted, of another event, or not an id", async () => {
    const eventId = await addFullEvent();
    const stranger = await addAttendee(await addEvent(), "stranger", 1);
    for (const row of ["x", stranger, "00000000-0000-4000-8000-000000000000"]) {
      const page = await read(eventId, { size: 2, beyond: { direction: "after", row } });
      expect(page).toMatchObject({ isLost: true, rows: [{ name: "first" }, { name: "third" }] });
    }
  });
});

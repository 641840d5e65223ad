import { describe, expect, it } from "vitest";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { seatCommands, start } from "#tests/kit/seats.ts";
import { listAttendees } from "#app/events/attendance/list-attendees.server.ts";
import { cancelSeat, findSeat } from "#app/events/attendee-page/find-seat.server.ts";
import { findSeatToFree } from "./free-seat.server.ts";
import { editEvent } from "./manage-events.server.ts";
import { findWaiting, moveWaiting } from "./move-waiting.server.ts";
import type { WaitingMove } from "./waiting-moves.ts";

const { db } = testDatabase();
const { confirm, depsAt, findStates, quarantine, setEvent, signUp } = seatCommands(db);
const during = new Date("2026-12-17T18:10:00Z");

const findSignup = (name: string) =>
  db
    .selectFrom("linkedinLiveSignups")
    .select(["id", "placeKey", "placeNumber"])
    .where("name", "=", name)
    .where("state", "<>", "cancelled")
    .executeTakeFirstOrThrow();
const findEvent = () => db.selectFrom("events").selectAll().executeTakeFirstOrThrow();

/** One seat, which Ada has, and a waiting list. */
async function fill(...waiting: string[]): Promise<void> {
  await setEvent(1);
  for (const name of ["Ada", ...waiting]) await signUp(name);
}

/** Moves a person as a page does that was opened just before. */
async function move(name: string, to: WaitingMove, at = start) {
  const [event, { id }] = await Promise.all([findEvent(), findSignup(name)]);
  const ahead = (await findWaiting(db, event.id, id))?.ahead ?? [];
  return moveWaiting(
    { ...(await depsAt(at)), ...auditDeps },
    { eventId: event.id, signupId: id, move: to, expectedAhead: ahead.map((person) => person.id) },
  );
}

/** The waiting list as staff see it. */
async function listWaiting(): Promise<string[]> {
  const { id: eventId } = await findEvent();
  const found = await listAttendees({ eventId })(db, { sort: "place", place: "waiting" }).page({ size: 100 });
  return found.rows.map(({ name }) => name);
}

describe("moving a person on the waiting list", () => {
  it("one up passes one person, and again until no one is ahead", async () => {
    await fill("Ben", "Cleo", "Dan");
    expect(await move("Dan", "up")).toEqual({ ok: true, became: "waiting", position: 2 });
    expect(await listWaiting()).toEqual(["Ben", "Dan", "Cleo"]);
    expect(await move("Dan", "up")).toEqual({ ok: true, became: "waiting", position: 1 });
    expect(await listWaiting()).toEqual(["Dan", "Ben", "Cleo"]);
    expect(await move("Dan", "up")).toEqual({ ok: false, reason: "first" });
  });

  it("to the front passes everyone, also those who were moved to the front before", async () => {
    await fill("Ben", "Cleo", "Dan");
    await move("Dan", "front");
    expect(await move("Cleo", "front")).toEqual({ ok: true, became: "waiting", position: 1 });
    expect(await listWaiting()).toEqual(["Cleo", "Dan", "Ben"]);
    await signUp("Eve");
    expect(await listWaiting()).toEqual(["Cleo", "Dan", "Ben", "Eve"]);
  });

  it("keeps the numbers, and decides who gets a freed seat", async () => {
    await fill("Ben", "Cleo");
    await move("Cleo", "front");
    expect(await findSignup("Cleo")).toMatchObject({ placeNumber: 3 });
    expect(await findSeat(db, { key: (await findSignup("Cleo")).placeKey })).toMatchObject({ before: 0 });
    expect(await findSeat(db, { key: (await findSignup("Ben")).placeKey })).toMatchObject({ before: 1 });
    const deps = await depsAt(start);
    const { id: eventId } = await findEvent();
    const ada = await findSignup("Ada");
    expect((await findSeatToFree(deps, eventId, ada.id))?.next).toMatchObject([{ name: "Cleo" }]);
    await cancelSeat(deps, ada.placeKey);
    expect(await findStates()).toEqual({ Ada: "cancelled", Ben: "waiting", Cleo: "seat" });
  });

  it("places equal orders by number, also in the displayed positions", async () => {
    await fill("Ben", "Cleo", "Dan");
    const { id: eventId } = await findEvent();
    const { placeNumber } = await findSignup("Ben");
    await db
      .updateTable("linkedinLiveSignups")
      .set({ waitingOrder: placeNumber })
      .where("name", "=", "Cleo")
      .execute();
    const list = listAttendees({ eventId })(db, { sort: "place", place: "waiting" });
    const { rows } = await list.page({ size: 10 });
    expect(rows.map(({ name, position }) => [name, position])).toEqual([
      ["Ben", 1],
      ["Cleo", 2],
      ["Dan", 3],
    ]);
    expect(await findSeat(db, { key: (await findSignup("Ben")).placeKey })).toMatchObject({ before: 0 });
    expect(await findSeat(db, { key: (await findSignup("Cleo")).placeKey })).toMatchObject({ before: 1 });
    await cancelSeat(await depsAt(start), (await findSignup("Ada")).placeKey);
    expect(await findStates()).toEqual({ Ada: "cancelled", Ben: "seat", Cleo: "waiting", Dan: "waiting" });
  });

  it("decides who gets added seats, and seats are listed by number again", async () => {
    await fill("Ben", "Cleo", "Dan");
    await move("Dan", "front");
    const { id: eventId } = await findEvent();
    await editEvent({ ...(await depsAt(start)), ...auditDeps }, eventId, { capacity: 2 });
    expect(await findStates()).toMatchObject({ Dan: "seat", Ben: "waiting" });
    await editEvent({ ...(await depsAt(start)), ...auditDeps }, eventId, { capacity: 4 });
    const { rows } = await listAttendees({ eventId })(db, { sort: "place" }).page({ size: 10 });
    expect(rows.map(({ name }) => name)).toEqual(["Ada", "Ben", "Cleo", "Dan"]);
  });

  it("is recorded with both positions, and emails no one", async () => {
    await fill("Ben", "Cleo", "Dan");
    const emails = await db.selectFrom("letters").select("id").execute();
    await move("Dan", "front");
    expect(await db.selectFrom("letters").select("id").execute()).toHaveLength(emails.length);
    expect(await db.selectFrom("auditEvents").select(["action", "subject", "details"]).execute()).toEqual([
      {
        action: "waiting-moved",
        subject: auditDeps.persons.subjectOf("dan@example.com"),
        details: { event: "Before the letter of intent", from: 3, to: 1 },
      },
    ]);
  });

  it("changes nothing if other people are ahead than the page named", async () => {
    await fill("Ben", "Cleo", "Dan");
    const [event, dan, ben] = [await findEvent(), await findSignup("Dan"), await findSignup("Ben")];
    for (const expectedAhead of [[], [ben.id]]) {
      expect(
        await moveWaiting(
          { ...(await depsAt(start)), ...auditDeps },
          { eventId: event.id, signupId: dan.id, move: "front", expectedAhead },
        ),
      ).toEqual({ ok: false, reason: "changed-meanwhile" });
    }
    expect(await listWaiting()).toEqual(["Ben", "Cleo", "Dan"]);
  });

  it("is a refusal for a seat, after the start, and at a canceled event", async () => {
    await fill("Ben", "Cleo");
    expect(await move("Ada", "front")).toEqual({ ok: false, reason: "not-waiting" });
    expect(await move("Cleo", "front", during)).toEqual({ ok: false, reason: "started" });
    await db.updateTable("events").set({ state: "cancelled" }).execute();
    expect(await move("Cleo", "front")).toEqual({ ok: false, reason: "cancelled" });
    expect(await move("Cleo", "front", new Date("2027-01-01T00:00:00Z"))).toMatchObject({ ok: false });
  });

  it("of several people at the same time keeps one order with everyone in it", async () => {
    await fill("Ben", "Cleo", "Dan");
    const moves = ["Ben", "Cleo", "Dan"].flatMap((name) => [move(name, "front"), move(name, "up")]);
    const outcomes = await Promise.all([...moves, signUp("Eve")]);
    expect(outcomes.filter((outcome) => typeof outcome === "object" && outcome.ok).length).toBeGreaterThan(0);
    const list = await listWaiting();
    expect(list.toSorted()).toEqual(["Ben", "Cleo", "Dan", "Eve"]);
    const orders = await db
      .selectFrom("linkedinLiveSignups")
      .select(["placeNumber", "waitingOrder"])
      .where("state", "=", "waiting")
      .execute();
    expect(new Set(orders.map(({ placeNumber, waitingOrder }) => waitingOrder ?? placeNumber)).size).toBe(4);
  });

  it("stays with a position that a confirmed sign-up of the mailbox takes over", async () => {
    await setEvent(1);
    await signUp("Ada");
    for (const name of ["Ben", "Cleo"]) await signUp(name);
    await signUp("Tag1", start, "elsewhere", "mailbox");
    await move("Tag1", "front");
    await confirm(await quarantine("Tag2", start, "home", "mailbox"));
    expect(await listWaiting()).toEqual(["Tag2", "Ben", "Cleo"]);
  });
});

describe("giving a free seat to a person", () => {
  it("passes the people ahead, emails the person and counts the seat", async () => {
    await fill("Ben", "Cleo");
    // A seat that is freed during the event goes to no one.
    await cancelSeat(await depsAt(during), (await findSignup("Ada")).placeKey);
    expect(await move("Cleo", "seat", during)).toEqual({ ok: true, became: "seat" });
    expect(await findStates()).toEqual({ Ada: "cancelled", Ben: "waiting", Cleo: "seat" });
    expect((await findEvent()).seatsTaken).toBe(1);
    const emails = await db.selectFrom("letters").select(["kind", "recipient"]).execute();
    expect(emails).toContainEqual({ kind: "event-promoted", recipient: "cleo@example.com" });
    const [entry] = await db.selectFrom("auditEvents").select("details").execute();
    expect(entry?.details).toMatchObject({ from: 2, to: "seat" });
  });

  it("is refused without one, so that no seat is assigned twice", async () => {
    await fill("Ben", "Cleo");
    expect(await move("Ben", "seat")).toEqual({ ok: false, reason: "no-seat" });
    await cancelSeat(await depsAt(during), (await findSignup("Ada")).placeKey);
    const outcomes = await Promise.all([move("Ben", "seat", during), move("Cleo", "seat", during)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await findEvent()).seatsTaken).toBe(1);
  });
});

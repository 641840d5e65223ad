import { describe, expect, it } from "vitest";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { minutesLater, seatCommands, start } from "#tests/kit/seats.ts";
import { cancelSeat } from "#app/events/attendee-page/find-seat.server.ts";
import { findSeatToFree, freeSeat } from "./free-seat.server.ts";

const { db } = testDatabase();
const { depsAt, findStates, setEvent, signUp } = seatCommands(db);
const eventStart = new Date("2026-12-17T18:00:00Z");

const findSignup = (name: string) =>
  db
    .selectFrom("linkedinLiveSignups")
    .select(["id", "placeKey"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
const findEvent = () => db.selectFrom("events").selectAll().executeTakeFirstOrThrow();

async function free(name: string, next: readonly string[], at = start) {
  const [event, { id }] = await Promise.all([findEvent(), findSignup(name)]);
  const expectedNext = await Promise.all(next.map(async (each) => (await findSignup(each)).id));
  return freeSeat({ ...(await depsAt(at)), ...auditDeps }, { eventId: event.id, signupId: id, expectedNext });
}

const emails = async () =>
  (await db.selectFrom("letters").select(["kind", "recipient"]).orderBy("createdAt").execute())
    .filter(({ kind }) => kind === "place-given-up" || kind === "event-promoted")
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .toSorted();

describe("freeing a seat", () => {
  it("gives it to the person whom the page named, emails both and records it", async () => {
    await setEvent(1);
    for (const name of ["Ada", "Ben", "Cleo"]) await signUp(name);
    const { id: eventId } = await findEvent();
    const seat = await findSeatToFree(await depsAt(start), eventId, (await findSignup("Ada")).id);
    expect(seat).toMatchObject({ state: "seat", placeNumber: 1, next: [{ name: "Ben" }] });
    expect(await free("Ada", ["Ben"])).toEqual({ ok: true, hadSeat: true, promoted: 1 });
    expect(await findStates()).toEqual({ Ada: "cancelled", Ben: "seat", Cleo: "waiting" });
    expect((await findEvent()).seatsTaken).toBe(1);
    expect(await emails()).toEqual(["event-promoted ben@example.com", "place-given-up ada@example.com"]);
    const audit = await db.selectFrom("auditEvents").select(["action", "subject", "details"]).execute();
    expect(audit).toEqual([
      {
        action: "seat-freed",
        subject: auditDeps.persons.subjectOf("ada@example.com"),
        details: { event: "Before the letter of intent", place: "seat", promoted: 1 },
      },
    ]);
  });

  it("changes nothing if another person than the named one would get the seat", async () => {
    await setEvent(1);
    for (const name of ["Ada", "Ben", "Cleo"]) await signUp(name);
    await cancelSeat(await depsAt(start), (await findSignup("Ben")).placeKey);
    expect(await free("Ada", ["Ben"])).toEqual({ ok: false, reason: "changed-meanwhile" });
    expect(await free("Ada", [])).toEqual({ ok: false, reason: "changed-meanwhile" });
    expect(await findStates()).toEqual({ Ada: "seat", Ben: "cancelled", Cleo: "waiting" });
    expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
  });

  it("removes a person from the waiting list, and no one moves up", async () => {
    await setEvent(1);
    for (const name of ["Ada", "Ben", "Cleo"]) await signUp(name);
    expect(await free("Ben", [])).toEqual({ ok: true, hadSeat: false, promoted: 0 });
    expect(await findStates()).toEqual({ Ada: "seat", Ben: "cancelled", Cleo: "waiting" });
  });

  it("moves no one up after the start, and is refused after the end", async () => {
    await setEvent(2);
    for (const name of ["Ada", "Ben", "Cleo"]) await signUp(name);
    const live = new Date(eventStart.getTime() + 60_000);
    expect(await free("Ada", [], live)).toEqual({ ok: true, hadSeat: true, promoted: 0 });
    expect(await free("Ben", [], new Date(eventStart.getTime() + 45 * 60_000))).toEqual({
      ok: false,
      reason: "over",
    });
    expect(await findStates()).toEqual({ Ada: "cancelled", Ben: "seat", Cleo: "waiting" });
  });

  it("is refused for another event, a canceled sign-up and a malformed id", async () => {
    await setEvent(1);
    await signUp("Ada");
    const deps = { ...(await depsAt(start)), ...auditDeps };
    const { id: signupId } = await findSignup("Ada");
    const wrong = { eventId: signupId, signupId, expectedNext: [] };
    expect(await freeSeat(deps, wrong)).toEqual({ ok: false, reason: "unknown" });
    const malformed = { eventId: (await findEvent()).id, signupId: "x", expectedNext: [] };
    expect(await freeSeat(deps, malformed)).toEqual({ ok: false, reason: "not-active" });
    await free("Ada", []);
    expect(await free("Ada", [])).toEqual({ ok: false, reason: "not-active" });
  });

  it("happens once if staff and the person cancel at the same time, and sells no seat twice", async () => {
    await setEvent(2);
    for (const name of ["Ada", "Ben", "Cleo", "Dora"]) await signUp(name);
    const own = await findSignup("Ada");
    const deps = await depsAt(start);
    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, () => free("Ada", ["Cleo"])),
      cancelSeat(deps, own.placeKey),
      signUp("Fay", minutesLater(1)),
    ]);
    expect(outcomes.filter((each) => typeof each === "object" && each.ok).length).toBeLessThan(2);
    expect(await findStates()).toEqual({
      Ada: "cancelled",
      Ben: "seat",
      Cleo: "seat",
      Dora: "waiting",
      Fay: "waiting",
    });
    expect((await findEvent()).seatsTaken).toBe(2);
    expect(await emails()).toEqual(["event-promoted cleo@example.com", "place-given-up ada@example.com"]);
  });
});

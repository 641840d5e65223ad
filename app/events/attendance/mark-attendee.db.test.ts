import { describe, expect, it } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { markAttendee } from "./mark-attendee.server.ts";

const { db } = testDatabase();
const during = new Date("2026-12-17T18:10:00Z");
const deps = { db, clock: { now: () => during }, ...auditDeps };

/** An event with people whose seats are numbered from 1. The last one waits. */
async function addEvent(...names: string[]): Promise<string> {
  const { id } = await db
    .insertInto("events")
    .values(anEvent({ seatsTaken: names.length, lastPlaceNumber: names.length + 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = [...names, "Wanda Waits"].map((name, at) =>
    aSignup({
      name,
      email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
      phone: `(512) 555-01${String(at).padStart(2, "0")}`,
      eventId: id,
      state: name === "Wanda Waits" ? "waiting" : "seat",
      placeNumber: at + 1,
    }),
  );
  await db.insertInto("linkedinLiveSignups").values(rows).execute();
  return id;
}

const findAttended = async () =>
  (await db.selectFrom("linkedinLiveSignups").select("name").where("attended", "=", true).execute()).map(
    ({ name }) => name,
  );

describe("marking the person whom a text names", () => {
  it.each([
    ["a part of a name", "lind"],
    ["a name without accents and case", "jose NUNEZ"],
    ["an email address", "José.Núñez@example.com"],
    ["a phone number", "555 0101"],
    ["a seat number", " 2 "],
  ])("finds one by %s", async (_, typed) => {
    const id = await addEvent("Carol Lindqvist", "José Núñez", "Joan Petrie");
    expect(await markAttendee(deps, id, typed)).toMatchObject({ ok: true });
    expect(await findAttended()).toEqual([typed === "lind" ? "Carol Lindqvist" : "José Núñez"]);
  });

  it("prefers a whole name to a part of another", async () => {
    const id = await addEvent("Joan Petrie-Smith", "Joan Petrie");
    expect(await markAttendee(deps, id, "joan petrie")).toMatchObject({ ok: true });
    expect(await findAttended()).toEqual(["Joan Petrie"]);
  });

  it("records nothing if several people can be meant, and names them", async () => {
    const id = await addEvent("Joan Petrie", "Lee Petrie", "Carol Lindqvist");
    const outcome = await markAttendee(deps, id, "petrie");
    expect(outcome).toMatchObject({
      ok: false,
      reason: "several",
      matches: [
        { name: "Joan Petrie", placeNumber: 1 },
        { name: "Lee Petrie", placeNumber: 2 },
      ],
    });
    expect(await findAttended()).toEqual([]);
  });

  it.each(["", "  ", "nobody", "wanda", "99", "%", "_", "carol\0"])(
    "matches no one for “%s”",
    async (typed) => {
      const id = await addEvent("Carol Lindqvist");
      expect(await markAttendee(deps, id, typed)).toEqual({ ok: false, reason: "no-match" });
      expect(await findAttended()).toEqual([]);
    },
  );

  it("finds only people of this event, and records once", async () => {
    await addEvent("Carol Lindqvist");
    const id = await addEvent("Carola Other");
    for (const _ of [1, 2]) expect(await markAttendee(deps, id, "carol")).toMatchObject({ ok: true });
    expect(await findAttended()).toEqual(["Carola Other"]);
    expect(await db.selectFrom("auditEvents").select("action").execute()).toEqual([
      { action: "attendance-noted" },
    ]);
  });

  it("is refused before the start", async () => {
    const id = await addEvent("Carol Lindqvist");
    const early = { ...deps, clock: { now: () => new Date("2026-12-17T17:00:00Z") } };
    expect(await markAttendee(early, id, "carol")).toEqual({ ok: false, reason: "not-started" });
  });
});

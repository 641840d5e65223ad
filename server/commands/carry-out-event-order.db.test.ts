import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { EventDetails } from "#app/events/management/event-details.schema.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { carryOutEventOrder } from "./carry-out-event-order.ts";
import type { EventOrder } from "./check-event-order.ts";

const { db } = testDatabase();

const details: EventDetails = {
  title: "Before the letter",
  start: "2026-12-10T12:00",
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 2,
  hosts: ["whitfield"],
  topics: ["Tax"],
  joinUrl: "https://live.example.com/a",
};

test("an event is added, listed with its seats, changed and called off, and everybody concerned is written to", async () => {
  expect(await carry({ kind: "list" })).toEqual({ ok: true, text: "There are no events yet." });
  await signUp({ state: "next-date", eventId: null, placeNumber: null });

  const added = await carry({ kind: "add", details });
  const id = await theId();
  const name = `Before the letter, Thursday, December 10, 2026, 12:00 PM CST (${id})`;
  expect(added).toEqual({
    ok: true,
    text: `Added ${name}.\n1 person who asked for the next date is written to.`,
  });

  await fill(id, { seats: 2, waiting: 2 });
  expect(await carry({ kind: "list" })).toEqual({
    ok: true,
    text: `${id}\tfull\tDec 10, 2026, 12:00 PM CST\t2/2\t2\tBefore the letter`,
  });

  expect(await carry({ kind: "edit", id, changes: { capacity: 3, start: "2026-12-10T13:00" } })).toEqual({
    ok: true,
    text: [
      `Changed. It is now ${name.replace("12:00", "1:00")}.`,
      "3 people who hold a place are told of the change.",
      "1 person from the waiting list is given a seat, and told.",
    ].join("\n"),
  });
  expect(await carry({ kind: "cancel", id })).toEqual({
    ok: true,
    text: `Called off: ${name.replace("12:00", "1:00")}.\n4 people who hold a place are told.`,
  });
  expect((await carry({ kind: "list" })).text).toContain(`${id}\tcancelled\t`);
  // Word of the change had not left yet, and would have been untrue.
  expect(await letterKinds()).toEqual([
    ...Array.from({ length: 4 }, () => "event-cancelled"),
    "event-promoted",
    "next-date",
  ]);
});

test("a change that concerns nobody says so by saying nothing", async () => {
  await carry({ kind: "add", details });
  const report = await carry({ kind: "edit", id: await theId(), changes: { topics: ["Price"] } });
  expect(report.text).toMatch(/^Changed\. It is now .*\.$/);
});

test("nobody loses a seat to a smaller capacity", async () => {
  await carry({ kind: "add", details });
  const id = await theId();
  await fill(id, { seats: 2, waiting: 0 });
  expect(await carry({ kind: "edit", id, changes: { capacity: 1 } })).toEqual({
    ok: false,
    text: "2 seats are taken, so the capacity cannot be lower.",
  });
});

test("what cannot be done gets a sentence", async () => {
  const unknown = "There is no event with that id: list shows them.";
  const id = randomUUID();
  expect(await carry({ kind: "cancel", id })).toEqual({ ok: false, text: unknown });
  expect(await carry({ kind: "edit", id, changes: { capacity: 1 } })).toEqual({ ok: false, text: unknown });
  expect(await carry({ kind: "add", details: { ...details, start: "2026-11-01T12:00" } })).toEqual({
    ok: false,
    text: "That is in the past: choose a --start that is still to come.",
  });
  // The night on which clocks go forward.
  expect(await carry({ kind: "add", details: { ...details, start: "2027-03-14T02:30" } })).toEqual({
    ok: false,
    text: "The clocks of that zone leave out that hour on that day: choose another --start.",
  });
  await carry({ kind: "add", details });
  const added = await theId();
  await carry({ kind: "cancel", id: added });
  expect(await carry({ kind: "cancel", id: added })).toEqual({
    ok: false,
    text: "That event was called off already: add another instead.",
  });
});

test.each([
  ["2026-12-10T17:59:00Z", "upcoming"],
  ["2026-12-10T18:00:00Z", "live"],
  ["2026-12-10T18:45:00Z", "past"],
])("at %s the list calls it %s", async (at, state) => {
  await carry({ kind: "add", details });
  const { text } = await carry({ kind: "list" }, at);
  expect(text.split("\t")[1]).toBe(state);
});

test("an event that is over is not called off any more", async () => {
  await carry({ kind: "add", details });
  expect(await carry({ kind: "cancel", id: await theId() }, "2026-12-10T18:45:00Z")).toEqual({
    ok: false,
    text: "That event is over, and stays as it was.",
  });
});

function carry(order: EventOrder, at = "2026-11-21T12:00:00Z") {
  return carryOutEventOrder({ db, clock: { now: () => new Date(at) } }, order);
}

async function theId(): Promise<string> {
  const { id } = await db.selectFrom("events").select("id").executeTakeFirstOrThrow();
  return id;
}

async function fill(eventId: string, { seats, waiting }: { seats: number; waiting: number }): Promise<void> {
  for (let number = 1; number <= seats + waiting; number += 1) {
    await signUp({ state: number <= seats ? "seat" : "waiting", eventId, placeNumber: number });
  }
  await db
    .updateTable("events")
    .set({ seatsTaken: seats, lastPlaceNumber: seats + waiting })
    .where("id", "=", eventId)
    .execute();
}

async function signUp(place: {
  state: "seat" | "waiting" | "next-date";
  eventId: string | null;
  placeNumber: number | null;
}): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  await db
    .insertInto("linkedinLiveSignups")
    .values({ name: "A person", email, phone: null, questions: null, topics: null, ...place })
    .execute();
}

async function letterKinds(): Promise<string[]> {
  const letters = await db.selectFrom("letters").select("kind").orderBy("kind").execute();
  return letters.map(({ kind }) => kind);
}

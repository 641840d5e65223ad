import { describe, expect, it } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import type { EventDetails } from "#app/events/management/event-details.schema.ts";
import {
  countNextDateRequests,
  findManagedEvent,
  listManagedEvents,
} from "#app/events/management/list-managed-events.server.ts";
import { addEvent, cancelEvent, editEvent } from "#app/events/management/manage-events.server.ts";

const { db } = testDatabase();
const now = new Date("2026-12-01T12:00:00Z");
const deps = { db, clock: { now: () => now }, outbox: createOutbox(() => undefined), ...auditDeps };

async function insertEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const event = db.insertInto("events").values(anEvent(overrides)).returning("id");
  return (await event.executeTakeFirstOrThrow()).id;
}

const details: EventDetails = {
  title: "The next one",
  start: "2027-02-18T12:00",
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 10,
  summary: null,
  hosts: ["whitfield"],
  ownHosts: [],
  topics: [{ title: "One", description: "" }],
  joinUrl: "https://live.example.com/next",
};

describe("concurrent changes of an event", () => {
  it("accept the first of two with the same revision and refuse the second", async () => {
    const id = await insertEvent();
    expect(await editEvent(deps, id, { title: "Hers" }, 0)).toMatchObject({ ok: true });
    const late = { ok: false, reason: "changed-meanwhile" };
    expect(await editEvent(deps, id, { title: "His" }, 0)).toEqual(late);
    expect(await cancelEvent(deps, id, { seen: 0 })).toEqual(late);
    expect(await findManagedEvent(db, id)).toMatchObject({ title: "Hers", revision: 1, state: "scheduled" });
  });

  it("at the same moment accept exactly one", async () => {
    const id = await insertEvent();
    const outcomes = await Promise.all(
      ["a", "b", "c", "d"].map((title) => editEvent(deps, id, { title }, 0)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await findManagedEvent(db, id)).toMatchObject({ revision: 1 });
  });

  it("accept the second if it is based on the revision of the first, also a cancellation", async () => {
    const id = await insertEvent();
    await editEvent(deps, id, { capacity: 90 }, 0);
    expect(await editEvent(deps, id, { title: "His" }, 1)).toMatchObject({ ok: true });
    expect(await cancelEvent(deps, id, { seen: 2 })).toMatchObject({ ok: true });
    expect(await findManagedEvent(db, id)).toMatchObject({ revision: 3, state: "cancelled" });
  });

  it("accept a command, which has no revision, and count it", async () => {
    const id = await insertEvent();
    expect(await editEvent(deps, id, { title: "From a command" })).toMatchObject({ ok: true });
    expect(await editEvent(deps, id, { title: "His" }, 0)).toMatchObject({ reason: "changed-meanwhile" });
  });

  it("do not count a refused change", async () => {
    const id = await insertEvent({ capacity: 5, seatsTaken: 3, lastPlaceNumber: 3 });
    expect(await editEvent(deps, id, { capacity: 2 }, 0)).toMatchObject({ reason: "seats-taken" });
    expect(await findManagedEvent(db, id)).toMatchObject({ revision: 0 });
  });
});

it("an event that is submitted twice is added once, with one notification per person", async () => {
  await db.insertInto("linkedinLiveSignups").values(aSignup()).execute();
  expect(await countNextDateRequests(db)).toBe(1);
  const outcomes = await Promise.all([addEvent(deps, details), addEvent(deps, details)]);
  const added = outcomes.find(({ ok }) => ok);
  expect(outcomes).toContainEqual({
    ok: false,
    reason: "already-there",
    id: added?.ok === true ? added.id : "",
  });
  expect(await db.selectFrom("letters").select("kind").execute()).toEqual([{ kind: "next-date" }]);
  expect(await countNextDateRequests(db)).toBe(0);
});

describe("the list of events", () => {
  it("has the latest first, with numbers of people waiting and attending, and can be filtered and paged", async () => {
    const past = await insertEvent({
      title: "Past",
      startsAt: new Date("2026-11-01T18:00:00Z"),
      seatsTaken: 2,
      lastPlaceNumber: 2,
    });
    await insertEvent({ title: "Off", startsAt: new Date("2026-12-10T18:00:00Z"), state: "cancelled" });
    await insertEvent({ title: "Under way", startsAt: new Date(now.getTime() - 60_000) });
    const next = await insertEvent({ title: "Next" });
    await db
      .insertInto("linkedinLiveSignups")
      .values([
        aSignup({ email: "a@example.com", eventId: past, state: "seat", placeNumber: 1, attended: true }),
        aSignup({ email: "b@example.com", eventId: past, state: "seat", placeNumber: 2, attended: false }),
        aSignup({ email: "c@example.com", eventId: next, state: "waiting", placeNumber: 1 }),
      ])
      .execute();
    const page = async (more: object = {}, request = { size: 10 }) =>
      (await listManagedEvents({ now })(db, { sort: "latest", ...more }).page(request)).rows;
    expect(await page()).toMatchObject([
      { title: "Next", waiting: 1, came: 0, stayedAway: 0 },
      { title: "Off" },
      { title: "Under way" },
      { title: "Past", waiting: 0, came: 1, stayedAway: 1 },
    ]);
    expect(await page({ standing: "to-come" })).toMatchObject([{ title: "Next" }, { title: "Under way" }]);
    expect(await page({ standing: "over" })).toMatchObject([{ title: "Past" }]);
    expect(await page({ standing: "cancelled" })).toMatchObject([{ title: "Off" }]);
    const beyond = { direction: "after", row: next } as const;
    expect(await page({}, Object.assign({ size: 1 }, { beyond }))).toMatchObject([{ title: "Off" }]);
  });

  it("finds nothing for a malformed id", async () => {
    expect(await findManagedEvent(db, "x'; drop table events")).toBeUndefined();
  });
});

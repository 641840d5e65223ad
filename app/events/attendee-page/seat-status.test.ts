import { expect, test } from "vitest";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { isOpen, getSeatStatus, type SeatStatus } from "./seat-status.ts";
import type { Place } from "./find-seat.server.ts";

const before = "2026-12-17T17:59:59Z";
const atStart = "2026-12-17T18:00:00Z";
const nearEnd = "2026-12-17T18:44:59Z";
const atEnd = "2026-12-17T18:45:00Z";

test.each<[Place["state"], string, SeatStatus]>([
  ["seat", before, "seat"],
  ["seat", atStart, "seatLive"],
  ["seat", nearEnd, "seatLive"],
  ["seat", atEnd, "over"],
  ["waiting", before, "waiting"],
  ["waiting", atStart, "waitingLive"],
  ["waiting", atEnd, "over"],
  ["cancelled", before, "givenUp"],
  ["cancelled", nearEnd, "givenUp"],
  ["cancelled", atEnd, "over"],
  ["told", before, "told"],
  ["told", atEnd, "over"],
])("a place that is %s stands at %s as %s", (state, now, standing) => {
  expect(getSeatStatus({ state, event: event(), placeNumber: 1 }, new Date(now))).toBe(standing);
});

test("a place whose number another sign-up has was replaced, until the event is over", () => {
  const replaced = { state: "cancelled", event: event(), placeNumber: null } as const;
  expect(getSeatStatus(replaced, new Date(nearEnd))).toBe("replaced");
  expect(getSeatStatus(replaced, new Date(atEnd))).toBe("over");
});

test.each<[Place["state"], SeatStatus]>([
  ["seat", "calledOff"],
  ["waiting", "calledOff"],
  ["cancelled", "calledOff"],
  ["told", "calledOff"],
])("of an event that was called off a place that is %s stands as %s", (state, standing) => {
  expect(getSeatStatus({ state, event: event("cancelled"), placeNumber: 1 }, new Date(before))).toBe(
    standing,
  );
});

test("a wish to be told the next date belongs to no event", () => {
  const wish = { event: undefined, placeNumber: null };
  expect(getSeatStatus({ ...wish, state: "next-date" }, new Date(before))).toBe("nextDate");
  expect(getSeatStatus({ ...wish, state: "told" }, new Date(before))).toBe("told");
  expect(getSeatStatus({ ...wish, state: "cancelled" }, new Date(before))).toBe("takenBack");
});

test("nothing can be changed once nothing comes of it", () => {
  const standings: SeatStatus[] = [
    ...(["seat", "seatLive", "waiting", "nextDate"] as const),
    ...(["waitingLive", "calledOff", "over", "givenUp", "replaced", "takenBack", "told"] as const),
  ];
  expect(standings.filter(isOpen)).toEqual(["seat", "seatLive", "waiting", "nextDate"]);
});

function event(state: LiveEvent["state"] = "scheduled"): LiveEvent {
  const { startsAt, durationMinutes, ...others } = anEvent();
  return {
    ...others,
    id: "e1",
    startsAt: new Date(startsAt),
    durationMinutes: Number(durationMinutes),
    state,
    sequence: 0,
    seatsTaken: 1,
    seatsHeldUntil: [],
  };
}

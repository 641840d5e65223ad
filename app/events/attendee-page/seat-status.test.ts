import { expect, test } from "vitest";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { aLiveEvent } from "#tests/kit/an-event.ts";
import { isOpen, getSeatStatus, type SeatStatus } from "./seat-status.ts";
import type { AttendeeSignup } from "./find-seat.server.ts";

const before = "2026-12-17T17:59:59Z";
const atStart = "2026-12-17T18:00:00Z";
const nearEnd = "2026-12-17T18:44:59Z";
const atEnd = "2026-12-17T18:45:00Z";

test.each<[AttendeeSignup["state"], string, SeatStatus]>([
  ["seat", before, "seat"],
  ["seat", atStart, "seatLive"],
  ["seat", nearEnd, "seatLive"],
  ["seat", atEnd, "over"],
  ["waiting", before, "waiting"],
  ["waiting", atStart, "waitingLive"],
  ["waiting", atEnd, "over"],
  ["cancelled", before, "canceled"],
  ["cancelled", nearEnd, "canceled"],
  ["cancelled", atEnd, "over"],
  ["told", before, "notified"],
  ["told", atEnd, "over"],
])("a sign-up in state %s has at %s the status %s", (state, now, status) => {
  expect(getSeatStatus({ state, event: event(), placeNumber: 1 }, new Date(now))).toBe(status);
});

test("a sign-up without a number was replaced, until the event is over", () => {
  const replaced = { state: "cancelled", event: event(), placeNumber: null } as const;
  expect(getSeatStatus(replaced, new Date(nearEnd))).toBe("replaced");
  expect(getSeatStatus(replaced, new Date(atEnd))).toBe("over");
});

test.each<[AttendeeSignup["state"], SeatStatus]>([
  ["seat", "eventCanceled"],
  ["waiting", "eventCanceled"],
  ["cancelled", "eventCanceled"],
  ["told", "eventCanceled"],
])("a sign-up for a canceled event in state %s has the status %s", (state, status) => {
  expect(getSeatStatus({ state, event: event("cancelled"), placeNumber: 1 }, new Date(before))).toBe(status);
});

test("a request for the next date has no event", () => {
  const request = { event: undefined, placeNumber: null };
  expect(getSeatStatus({ ...request, state: "next-date" }, new Date(before))).toBe("nextDate");
  expect(getSeatStatus({ ...request, state: "told" }, new Date(before))).toBe("notified");
  expect(getSeatStatus({ ...request, state: "cancelled" }, new Date(before))).toBe("requestCanceled");
});

test("a sign-up that is over can no longer be changed", () => {
  const statuses: SeatStatus[] = [
    ...(["seat", "seatLive", "waiting", "nextDate"] as const),
    ...([
      "waitingLive",
      "eventCanceled",
      "over",
      "canceled",
      "replaced",
      "requestCanceled",
      "notified",
    ] as const),
  ];
  expect(statuses.filter(isOpen)).toEqual(["seat", "seatLive", "waiting", "nextDate"]);
});

function event(state: LiveEvent["state"] = "scheduled"): LiveEvent {
  return aLiveEvent({ state });
}

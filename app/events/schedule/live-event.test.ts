import { describe, expect, test } from "vitest";
import { aLiveEvent, readEventsAt } from "#tests/kit/an-event.ts";
import { findStatus, getClosedReason, type LiveEvent } from "./live-event.ts";

const now = new Date("2026-12-17T18:10:00Z");
const full = { seatsTaken: 100 };

const past = aLiveEvent({ id: "past", startsAt: new Date("2026-11-01T18:00:00Z") });
const running = aLiveEvent({ id: "running", startsAt: new Date("2026-12-17T18:00:00Z") });
const next = aLiveEvent({ id: "next", startsAt: new Date("2027-01-14T18:00:00Z") });
const later = aLiveEvent({ id: "later", startsAt: new Date("2027-05-13T17:00:00Z"), ...full });
const canceled = aLiveEvent({
  id: "canceled",
  startsAt: new Date("2027-01-01T18:00:00Z"),
  state: "cancelled",
});

const read = (...events: LiveEvent[]) => readEventsAt(now, events);

describe("the events that people can sign up for", () => {
  test("are those that are neither over nor canceled, the next one first", () => {
    const open = read(later, canceled, next, past, running).openEvents();
    expect(open.map(({ phase, event }) => [event.id, phase])).toEqual([
      ["running", "live"],
      ["next", "upcoming"],
      ["later", "full"],
    ]);
  });

  test("do not include one that has started without a free seat", () => {
    const open = read({ ...running, ...full }, next).openEvents();
    expect(open.map(({ event }) => event.id)).toEqual(["next"]);
  });
});

describe("the current event", () => {
  test.each([
    ["the next open one", [later, next, past], "next", "upcoming"],
    ["the one in progress while seats are left", [next, running], "running", "live"],
    ["the next one if the one in progress is full", [next, { ...running, ...full }], "next", "upcoming"],
    [
      "the one in progress without a seat, if there is no other",
      [past, { ...running, ...full }],
      "running",
      "live",
    ],
    [
      "the last one after all are over",
      [past, { ...past, id: "older", startsAt: new Date(0) }],
      "past",
      "past",
    ],
  ])("is %s", (_, events, id, phase) => {
    expect(read(...events).eventStatus()).toMatchObject({ phase, event: { id } });
  });

  test("is none without an event that was not canceled", () => {
    expect(read(canceled).eventStatus()).toEqual({ phase: "none" });
  });
});

test("a form that names an event gets its status, and none if the event is not open", () => {
  const events = read(past, running, next, later, canceled);
  expect(findStatus(events, "later")).toMatchObject({ phase: "full", event: { id: "later" } });
  expect(findStatus(events, undefined)).toMatchObject({ event: { id: "running" } });
  for (const id of ["past", "canceled", "unknown"]) expect(findStatus(events, id)).toEqual({ phase: "none" });
});

test("an event is the only one if no other is upcoming or in progress", () => {
  expect(read(past, canceled, next).isOnlyEvent("next")).toBe(true);
  expect(read({ ...running, ...full }, next).isOnlyEvent("next")).toBe(false);
  expect(read(past).isOnlyEvent("past")).toBe(false);
});

test.each([
  [canceled, "canceled"],
  [past, "over"],
  [{ ...running, ...full }, "full"],
  [running, undefined],
  [later, undefined],
])("the reason why an event is closed (%#)", (event, reason) => {
  expect(getClosedReason(event, now)).toBe(reason);
});

import { describe, expect, test } from "vitest";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { checkEventOrder } from "./check-event-order.ts";
import type { EventWords } from "./event-order.ts";

const id = "0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f";
const hosts = liveEvent.hosts.map(({ key }) => key);
const words: EventWords = {
  title: " Before the letter ",
  start: "2026-12-10T12:00",
  "join-url": "https://live.example.com/a",
  topic: ["Tax"],
};

test("a new event has the practice’s zone, 45 minutes, 100 seats and all hosts unless something else is said", () => {
  expect(checkEventOrder({ kind: "add", words })).toEqual({
    ok: true,
    order: {
      kind: "add",
      details: {
        title: "Before the letter",
        start: "2026-12-10T12:00",
        timeZone: practice.timeZone,
        durationMinutes: 45,
        capacity: 100,
        hosts,
        topics: ["Tax"],
        joinUrl: "https://live.example.com/a",
      },
    },
  });
});

test("what is said goes before what is usual, and a host is named once", () => {
  const [host = ""] = hosts;
  const said = { ...words, zone: "Europe/London", duration: "60", capacity: "250", host: [host, host] };
  expect(checkEventOrder({ kind: "add", words: said })).toMatchObject({
    order: {
      details: { timeZone: "Europe/London", durationMinutes: 60, capacity: 250, hosts: [host] },
    },
  });
});

test("a change holds what was said and nothing else", () => {
  expect(checkEventOrder({ kind: "edit", id, words: { capacity: "120" } })).toEqual({
    ok: true,
    order: { kind: "edit", id, changes: { capacity: 120 } },
  });
});

describe("refused with a sentence:", () => {
  test.each<[EventWords, string]>([
    [{ title: "  " }, "--title must not be empty."],
    [{ start: "tomorrow" }, "--start must be a time like 2026-12-10T12:00."],
    [{ start: "2026-02-30T12:00" }, "--start must be a time that exists."],
    [{ zone: "Texas" }, "--zone must be an IANA time zone, e.g. America/Chicago."],
    [{ duration: "an hour" }, "--duration must be a whole number of minutes."],
    [{ duration: "" }, "--duration must be a whole number of minutes."],
    [{ capacity: "0" }, "--capacity must be 1 seat or more."],
    [{ capacity: "1e3" }, "--capacity must be a whole number of seats."],
    [{ topic: [""] }, "--topic must not be empty."],
    [{ topic: ["x".repeat(201)] }, "--topic must have at most 200 characters."],
    [{ "join-url": "http://live.example.com" }, "--join-url must be a full https:// address."],
    [
      { host: ["nobody"] },
      `--host nobody is nobody in content/live-event.ts, which names ${hosts.join(", ")}.`,
    ],
  ])("%j", (said, problem) => {
    expect(checkEventOrder({ kind: "add", words: { ...words, ...said } })).toEqual({ ok: false, problem });
    expect(checkEventOrder({ kind: "edit", id, words: said })).toEqual({ ok: false, problem });
  });

  test.each(["edit", "cancel"] as const)("%s of what is no id", (kind) => {
    expect(checkEventOrder({ kind, id: "the next one", words })).toEqual({
      ok: false,
      problem: "the next one is no id of an event: list shows them.",
    });
  });
});

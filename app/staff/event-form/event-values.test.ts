import { describe, expect, test } from "vitest";
import { anEvent } from "#tests/kit/an-event.ts";
import { type EventValues, mergeValues, openedIn, revisionIn, valuesIn, valuesOf } from "./event-values.ts";

const event = { ...anEvent(), startsAt: new Date("2026-12-17T18:00:00Z") };
const opened = valuesOf(event);

function formOf(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of typeof value === "string" ? [value] : value) form.append(name, each);
  }
  return form;
}

test("an event stands in the fields as a clock in its own zone shows it", () => {
  expect(opened).toEqual({
    title: "Before the letter of intent",
    start: "2026-12-17T12:00",
    timeZone: "America/Chicago",
    durationMinutes: "45",
    capacity: "100",
    hosts: "whitfield bell",
    topics: "Which decision has which last day\nYour questions",
    joinUrl: "https://live.example.com/before-the-letter-of-intent",
  });
  expect(valuesOf({ ...event, timeZone: "Asia/Tokyo" }).start).toBe("2026-12-18T03:00");
});

test("what nobody means is left out of what was typed, so that an untouched form says what it said", () => {
  const typed = valuesIn(
    formOf({
      ...opened,
      title: "  Before the letter of intent ",
      hosts: ["whitfield", "bell"],
      topics: "Which decision has which last day\r\n\r\n  Your questions\r\n",
    }),
  );
  expect(typed).toEqual(opened);
});

describe("two people who change one event", () => {
  const merged = (
    mine: Partial<EventValues>,
    theirs: Partial<EventValues>,
    from: EventValues | undefined = opened,
  ) => mergeValues({ ...opened, ...mine }, from, { ...opened, ...theirs });

  test("in different fields: each keeps their own, and what differs from what stands now is marked", () => {
    const { values, standing } = merged({ title: "Mine" }, { capacity: "120" });
    expect(values).toEqual({ ...opened, title: "Mine", capacity: "120" });
    expect(standing).toEqual({ title: opened.title });
  });

  test("in the same field: what was typed stays, and what stands now is told", () => {
    const { values, standing } = merged({ title: "Mine" }, { title: "Theirs" });
    expect(values.title).toBe("Mine");
    expect(standing).toEqual({ title: "Theirs" });
  });

  test("to the same: nothing differs", () => {
    expect(merged({ title: "Ours" }, { title: "Ours" }).standing).toEqual({});
  });

  test("where nobody can tell what stood there: everything typed stays, and whatever differs is told", () => {
    const typed = { ...opened, title: "Mine" };
    const { values, standing } = mergeValues(typed, undefined, { ...opened, capacity: "120" });
    expect(values).toEqual(typed);
    expect(standing).toEqual({ title: opened.title, capacity: "120" });
  });
});

test("what a form carries of its opening is read again, and nothing else is taken for it", () => {
  expect(openedIn(formOf({ opened: JSON.stringify(opened) }))).toEqual(opened);
  for (const other of ["", "{", "null", "[]", '{"title":"x"}', JSON.stringify({ ...opened, hosts: 1 })]) {
    expect(openedIn(formOf({ opened: other }))).toBeUndefined();
  }
});

test.each([
  ["7", 7],
  ["", -1],
  ["-1", -1],
  ["1e3", -1],
  ["12345678901", -1],
])("the revision “%s” is read as %d", (text, revision) => {
  expect(revisionIn(formOf({ revision: text }))).toBe(revision);
});

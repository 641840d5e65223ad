import { describe, expect, test } from "vitest";
import { anEvent } from "#tests/kit/an-event.ts";
import {
  type EventValues,
  mergeValues,
  readOpenedValues,
  readRevision,
  readEventValues,
  toEventValues,
} from "./event-values.ts";

const event = { ...anEvent(), startsAt: new Date("2026-12-17T18:00:00Z") };
const opened = toEventValues(event);

function createForm(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of typeof value === "string" ? [value] : value) form.append(name, each);
  }
  return form;
}

test("the start of an event is formatted in its own time zone", () => {
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
  expect(toEventValues({ ...event, timeZone: "Asia/Tokyo" }).start).toBe("2026-12-18T03:00");
});

test("reading a form drops extra whitespace and empty lines, so that an unchanged form has equal values", () => {
  const typed = readEventValues(
    createForm({
      ...opened,
      title: "  Before the letter of intent ",
      hosts: ["whitfield", "bell"],
      topics: "Which decision has which last day\r\n\r\n  Your questions\r\n",
    }),
  );
  expect(typed).toEqual(opened);
});

describe("merging the changes of two people", () => {
  const merge = (
    mine: Partial<EventValues>,
    theirs: Partial<EventValues>,
    from: EventValues | undefined = opened,
  ) => mergeValues({ ...opened, ...mine }, from, { ...opened, ...theirs });

  test("in different fields keeps both and reports the field that differs from its current value", () => {
    const { values, conflicts } = merge({ title: "Mine" }, { capacity: "120" });
    expect(values).toEqual({ ...opened, title: "Mine", capacity: "120" });
    expect(conflicts).toEqual({ title: opened.title });
  });

  test("in the same field keeps the input and reports the current value", () => {
    const { values, conflicts } = merge({ title: "Mine" }, { title: "Theirs" });
    expect(values.title).toBe("Mine");
    expect(conflicts).toEqual({ title: "Theirs" });
  });

  test("to the same value reports no conflict", () => {
    expect(merge({ title: "Ours" }, { title: "Ours" }).conflicts).toEqual({});
  });

  test("without the opened values keeps the whole input and reports every difference", () => {
    const typed = { ...opened, title: "Mine" };
    const { values, conflicts } = mergeValues(typed, undefined, { ...opened, capacity: "120" });
    expect(values).toEqual(typed);
    expect(conflicts).toEqual({ title: opened.title, capacity: "120" });
  });
});

test("the opened values of a form are parsed, and invalid ones are rejected", () => {
  expect(readOpenedValues(createForm({ opened: JSON.stringify(opened) }))).toEqual(opened);
  for (const other of ["", "{", "null", "[]", '{"title":"x"}', JSON.stringify({ ...opened, hosts: 1 })]) {
    expect(readOpenedValues(createForm({ opened: other }))).toBeUndefined();
  }
});

test.each([
  ["7", 7],
  ["", -1],
  ["-1", -1],
  ["1e3", -1],
  ["12345678901", -1],
])("parses the revision “%s” as %d", (text, revision) => {
  expect(readRevision(createForm({ revision: text }))).toBe(revision);
});

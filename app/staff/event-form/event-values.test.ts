import { describe, expect, test } from "vitest";
import { aLiveEvent } from "#tests/kit/an-event.ts";
import {
  type EventValues,
  mergeValues,
  readOpenedValues,
  readRevision,
  readEventValues,
  toEventValues,
} from "./event-values.ts";

const event = aLiveEvent();
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
    summary: "",
    hosts: "whitfield bell",
    ownHosts: "[]",
    topics: JSON.stringify([
      { title: "Which decision has which last day", description: "" },
      { title: "Your questions", description: "" },
    ]),
    joinUrl: "https://live.example.com/before-the-letter-of-intent",
  });
  expect(toEventValues({ ...event, timeZone: "Asia/Tokyo" }).start).toBe("2026-12-18T03:00");
});

test("reading a form drops extra whitespace and empty slots, so that an unchanged form has equal values", () => {
  const typed = readEventValues(
    createForm({
      ...opened,
      title: "  Before the letter of intent ",
      hosts: ["whitfield", "bell"],
      "host-1-name": " ",
      "host-2-firm": "yes",
      "topic-1-title": "Which decision has which last day ",
      "topic-2-description": "\r\n",
      "topic-4-title": "Your questions",
    }),
  );
  expect(typed).toEqual(opened);
});

test("the hosts and topics of an event survive the form", () => {
  const guest = {
    name: "Dana Ruiz, CPA",
    role: "Tax partner, guest",
    biography: "She prices earn-outs.",
    isGuest: true,
    ties: "She is not a client. No one is paid, and we refer no clients.",
  };
  const colleague = { ...guest, name: "Ed Cole", isGuest: false, ties: null };
  const own = toEventValues({
    ...event,
    // The database returns the properties in another order.
    ownHosts: [{ ...guest }, Object.fromEntries(Object.entries(colleague).toReversed()) as typeof colleague],
    topicDescriptions: ["Four dates"],
  });
  const slot = (number: number, host: object) =>
    Object.entries(host).map(([part, value]) => [`host-${number}-${part}`, String(value ?? "")] as const);
  const typed = readEventValues(
    createForm({
      ...opened,
      hosts: ["whitfield", "bell"],
      ...Object.fromEntries([...slot(1, guest), ...slot(3, colleague)]),
      "host-3-firm": "yes",
      "topic-1-title": event.topics[0] ?? "",
      "topic-1-description": "Four\r\ndates",
      "topic-2-title": event.topics[1] ?? "",
    }),
  );
  expect(typed).toEqual(own);
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

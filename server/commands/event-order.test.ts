import { describe, expect, test } from "vitest";
import { parseEventOrder } from "./event-order.ts";

const needed =
  "--title|Before the letter|--start|2026-12-10T12:00|--join-url|https://live.example.com/a|--topic|Tax".split(
    "|",
  );
const neededWords = {
  title: "Before the letter",
  start: "2026-12-10T12:00",
  "join-url": "https://live.example.com/a",
  topic: ["Tax"],
};

describe("an order for the event command", () => {
  test.each([
    [["add", ...needed], { kind: "add", words: neededWords }],
    [
      ["add", ...needed, "--topic", "Price", "--host=bell", "--capacity", "60", "--zone", "Europe/London"],
      {
        kind: "add",
        words: {
          ...neededWords,
          topic: ["Tax", "Price"],
          host: ["bell"],
          capacity: "60",
          zone: "Europe/London",
        },
      },
    ],
    [["edit", "e1", "--duration", "60"], { kind: "edit", id: "e1", words: { duration: "60" } }],
    [["cancel", "e1"], { kind: "cancel", id: "e1" }],
    [["list"], { kind: "list" }],
  ])("%j is understood", (args, order) => {
    expect(parseEventOrder(args)).toEqual({ ok: true, order });
  });

  test.each([
    [[], "Say what to do."],
    [["move", "e1"], "There is no command move."],
    [["add"], "Missing: --title, --start, --join-url, --topic."],
    [["add", ...needed.slice(0, -2)], "Missing: --topic."],
    [["add", "Before", ...needed], "There is a word too many: Before."],
    [["edit", "--capacity", "60"], "Say which event to edit, by its id."],
    [["edit", "e1"], "Say what to change."],
    [["cancel"], "Say which event to cancel, by its id."],
    [["cancel", "e1", "e2"], "There is a word too many: e2."],
    [["cancel", "e1", "--title", "Another"], "Only an id belongs to cancel."],
    [["list", "--capacity", "60"], "Nothing belongs to list."],
    [["list", "--all"], /^Unknown option '--all'/],
    [["add", "--title"], /argument missing/],
  ])("%j is not understood", (args, problem) => {
    const parsed = parseEventOrder(args);
    expect(parsed.ok ? "" : parsed.problem).toMatch(problem);
  });
});

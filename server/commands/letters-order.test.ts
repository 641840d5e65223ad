import { describe, expect, test } from "vitest";
import { parseLettersOrder } from "./letters-order.ts";

const id = "0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f";

describe("an order for the letters command", () => {
  test.each([
    [["list"], { kind: "list", state: undefined, limit: 50, showsRecipients: false }],
    [
      ["list", "--state", "given-up", "--limit=5", "--show-recipients"],
      { kind: "list", state: "given-up", limit: 5, showsRecipients: true },
    ],
    [["show", id], { kind: "show", id, asHtml: false }],
    [["show", id, "--html"], { kind: "show", id, asHtml: true }],
    [["retry", id], { kind: "retry", id }],
    [["retry", "--all-given-up"], { kind: "retry-all", state: "given-up" }],
    [["retry", "--all-kept"], { kind: "retry-all", state: "kept" }],
  ])("%j is understood", (args, order) => {
    expect(parseLettersOrder(args)).toEqual({ ok: true, order });
  });

  test.each([
    [[], "Say what to do."],
    [["send"], "There is no command send."],
    [["list", id], `There is a word too many: ${id}.`],
    [["list", "--state", "lost"], "Give a --state: waiting, sending, sent, kept, given-up, suppressed."],
    [["list", "--limit", "0"], "Give a --limit from 1 to 10000."],
    [["list", "--limit", "many"], "Give a --limit from 1 to 10000."],
    [["list", "--all-kept"], "--all-kept does not belong to list."],
    [["show"], "Say which letter to show, by its id."],
    [["show", "the last"], "the last is no id of a letter: list shows them."],
    [["show", id, "--show-recipients"], "--show-recipients does not belong to show."],
    [["retry"], "Say which letter to try again, by its id, or all of which state."],
    [["retry", "all"], "all is no id of a letter: list shows them."],
    [["retry", id, "--all-kept"], "Retry one letter, or all of one state."],
    [["retry", "--all-kept", "--all-given-up"], "Retry one letter, or all of one state."],
    [["retry", "--all-sent"], /^Unknown option '--all-sent'/],
  ])("%j is not understood", (args, problem) => {
    const parsed = parseLettersOrder(args);
    expect(parsed.ok ? "" : parsed.problem).toMatch(problem);
  });
});

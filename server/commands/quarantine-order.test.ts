import { describe, expect, test } from "vitest";
import { parseQuarantineOrder } from "./quarantine-order.ts";

const id = "0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f";
const list = { kind: "list", reason: undefined, limit: 50, isReleased: false, showsSenders: false };

describe("an order for the quarantine command", () => {
  test.each([
    [["list"], list],
    [
      ["list", "--reason", "honeypot", "--limit=5", "--show-senders"],
      { ...list, reason: "honeypot", limit: 5, showsSenders: true },
    ],
    [["list", "--released"], { ...list, isReleased: true }],
    [["show", id], { kind: "show", id }],
    [["release", id], { kind: "release", id }],
    [["remove", id], { kind: "remove", id }],
  ])("%j is understood", (args, order) => {
    expect(parseQuarantineOrder(args)).toEqual({ ok: true, order });
  });

  test.each([
    [[], "Say what to do."],
    [["free"], "There is no command free."],
    [["list", id], `There is a word too many: ${id}.`],
    [["list", "--reason", "spam"], "Give a --reason: honeypot, too-fast, token, replay, many."],
    [["list", "--limit", "0"], "Give a --limit from 1 to 10000."],
    [["list", "--limit", "many"], "Give a --limit from 1 to 10000."],
    [["show"], "Say which one to show, by its id."],
    [["release"], "Say which one to release, by its id."],
    [["release", "the last"], "the last is no id: list shows those of what is held."],
    [["release", id, id], `There is a word too many: ${id}.`],
    [["remove", id, "--released"], "--released does not belong to remove."],
    [["remove", "--all"], /^Unknown option '--all'/],
  ])("%j is not understood", (args, problem) => {
    const parsed = parseQuarantineOrder(args);
    expect(parsed.ok ? "" : parsed.problem).toMatch(problem);
  });
});

import { expect, test } from "vitest";
import { parseDemoOrder } from "./demo-order.ts";

test.each([
  [[], { ok: true, order: { kind: "add" } }],
  [["add"], { ok: true, order: { kind: "add" } }],
  [["remove"], { ok: true, order: { kind: "remove" } }],
  [["drop"], { ok: false, problem: "There is no command drop." }],
  [["remove", "all"], { ok: false, problem: "There is a word too many: all." }],
])("%j is read as %j", (words, expected) => {
  expect(parseDemoOrder(words)).toEqual(expected);
});

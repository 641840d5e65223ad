import { expect, test } from "vitest";
import { listExpressions, listSuperLinear, readsOwnText } from "./regular-expressions.ts";

test("every regular expression that reads input runs in linear time", () => {
  const expressions = listExpressions();
  expect(expressions.length).toBeGreaterThan(100);
  expect(listSuperLinear(expressions.filter(({ file }) => !(file in readsOwnText)))).toEqual([]);
}, 120_000);

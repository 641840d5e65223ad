import { expect, test } from "vitest";
import { filled } from "./fill-template.ts";

test("a sentence contains its figures, and other words in braces stay", () => {
  expect(filled("{capacity} seats, {other}, {constructor}", { capacity: 100 })).toBe(
    "100 seats, {other}, {constructor}",
  );
});

import { expect, test } from "vitest";
import { heightFrom } from "./reviews-frame.island.client.ts";

test.each([
  [["height", 900], 900],
  [["height", "900.6"], 901],
  [["height", 12], 200],
  [["height", 1e9], 6_000],
])("%j requests a height of %i pixels", (message, height) => {
  expect(heightFrom(message)).toBe(height);
});

test.each([["900"], [900], [{ 1: 900 }], [[]], [["height"]], [["height", "tall"]], [["height", -5]], [null]])(
  "%j requests nothing",
  (message) => {
    expect(heightFrom(message)).toBeUndefined();
  },
);

import { expect, test } from "vitest";
import { shortenToBytes } from "./shorten.ts";

test.each([
  ["a text that fits", "abc", 3, "abc"],
  ["a text that is too long", "abcd", 3, "abc"],
  ["characters of several bytes", "ééé", 5, "éé"],
  ["a surrogate pair that fits", "a😀", 5, "a😀"],
  ["a surrogate pair that does not fit, as a whole", "a😀", 4, "a"],
])("truncates %s", (_what, text, maxBytes, shortened) => {
  expect(shortenToBytes(text, maxBytes)).toBe(shortened);
});

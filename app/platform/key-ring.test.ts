import { expect, test } from "vitest";
import { createKeyRing, type PurposeKeys } from "./key-ring.server.ts";

const current = "the current secret, longer than thirty-two characters";
const previous = "the previous secret, longer than thirty-two characters";

const bytesOf = (keys: PurposeKeys): string[] => keys.map((key) => key.export().toString("hex"));

test("the current secret's key comes first, and previous secrets' keys follow", () => {
  const keys = bytesOf(createKeyRing([current, previous]).keysFor("links"));
  expect(keys).toEqual([
    ...bytesOf(createKeyRing([current]).keysFor("links")),
    ...bytesOf(createKeyRing([previous]).keysFor("links")),
  ]);
  expect(new Set(keys).size).toBe(2);
});

test("each purpose has its own key", () => {
  const ring = createKeyRing([current]);
  expect(bytesOf(ring.keysFor("links"))).not.toEqual(bytesOf(ring.keysFor("seals")));
});

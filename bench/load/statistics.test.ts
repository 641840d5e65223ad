import { describe, expect, test } from "vitest";
import { median, percentile } from "./statistics.ts";

describe("median", () => {
  test("does not depend on the order of the values", () => {
    expect(median([30, 10, 20])).toBe(20);
  });

  test("of an even number of values is the mean of the two in the middle", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test("of no values is rejected", () => {
    expect(() => median([])).toThrow("at least one value");
  });
});

describe("percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])("a share of %d of the values from 1 to 100 does not exceed %d", (share, value) => {
    expect(percentile(hundred, share)).toBe(value);
  });

  test("of few values is one of the values", () => {
    expect(percentile([7, 5], 0.99)).toBe(7);
  });
});

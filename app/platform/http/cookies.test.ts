import { expect, test } from "vitest";
import { findCookies, findOnlyCookie, parseCookies } from "./cookies.ts";

test("splits a header at semicolons and at the first equals sign", () => {
  expect(parseCookies("a=1; b=2=3;c=\t4 ; =5; 6; d=")).toEqual([
    ["a", "1"],
    ["b", "2=3"],
    ["c", "4"],
    ["", "5"],
    ["", "6"],
    ["d", ""],
  ]);
  expect([parseCookies(null), parseCookies("")]).toEqual([[], []]);
});

test.each(["\u{a0}", "\u{85}", "\u{b}", "\u{c}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{3000}", "\u{feff}"])(
  "keeps the space %j in names and values",
  (space) => {
    expect(parseCookies(`x=1;${space}a${space}=${space}1${space}`)[1]).toEqual([
      `${space}a${space}`,
      `${space}1${space}`,
    ]);
    expect(findCookies(`${space}a=1; a${space}=2`, "a")).toEqual([]);
  },
);

test("keeps quotation marks, percent signs and the case of names", () => {
  expect(parseCookies('a="1%202"')).toEqual([["a", '"1%202"']]);
  expect(findCookies("A=1", "a")).toEqual([]);
});

test("finds all values of a name, or the only one", () => {
  expect(findCookies("a=1; b=2; a=3", "a")).toEqual(["1", "3"]);
  expect(["a=1; b=2", "a=1; a=1", "b=2"].map((header) => findOnlyCookie(header, "a"))).toEqual([
    "1",
    undefined,
    undefined,
  ]);
});

test("takes time in proportion to the length of the header", () => {
  const startedAt = performance.now();
  parseCookies(`a${" \t".repeat(100_000)}b=1`);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

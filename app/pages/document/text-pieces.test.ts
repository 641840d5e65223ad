import { expect, it } from "vitest";
import { hasMarkup, textPieces } from "./text-pieces.ts";

it("returns text without markup unchanged as one piece", () => {
  expect(textPieces("Ten words [in brackets], 2 * 3 * 4 and (a note).")).toEqual([
    { words: "Ten words [in brackets], 2 * 3 * 4 and (a note)." },
  ]);
});

it("splits a link into its text and its target", () => {
  expect(textPieces("See [Form CRS](/form-crs).")).toEqual([
    { words: "See " },
    { words: "Form CRS", href: "/form-crs" },
    { words: "." },
  ]);
});

it("returns text between two pairs of asterisks as bold", () => {
  expect(textPieces("**Yes.** In 2013")).toEqual([{ words: "Yes.", weight: true }, { words: " In 2013" }]);
});

it("keeps the order and every character of adjacent pieces", () => {
  expect(textPieces("**a**[b](/b#c)[d](https://example.com/?e=1)**f**")).toEqual([
    { words: "a", weight: true },
    { words: "b", href: "/b#c" },
    { words: "d", href: "https://example.com/?e=1" },
    { words: "f", weight: true },
  ]);
});

it("loses no word of a text with markup", () => {
  const text = "One **two** three [four](/five) six **seven eight** [nine](/ten)";
  const words = textPieces(text).map((piece) => piece.words);
  expect(words.join("")).toBe("One two three four six seven eight nine");
});

it("leaves unclosed markup unchanged", () => {
  expect(textPieces("A **b and [c](/d e) f")).toEqual([{ words: "A **b and [c](/d e) f" }]);
});

it("returns no pieces for an empty text", () => {
  expect(textPieces("")).toEqual([]);
});

it.each([
  ["$14.90M", false],
  ["2 * 3 * 4", false],
  ["**Equity**", true],
  ["See [Form CRS](/form-crs).", true],
])("tells whether %j has markup", (text, expected) => {
  expect(hasMarkup(text)).toBe(expected);
});

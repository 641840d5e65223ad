import { describe, expect, it } from "vitest";
import { textPieces } from "#app/pages/document/text-pieces.ts";
import { breakLines } from "./text-lines.ts";

/** Breaks a text in which every letter has the width 1. @returns the text of each line, with a bar between pieces */
function linesOf(text: string, width: number): string[] {
  return breakLines(textPieces(text), width, (words) => words.length).map((line) =>
    line.map(({ words }) => words).join("|"),
  );
}

describe("breaking a text into lines", () => {
  it("fills each line with whole words and keeps the trailing space", () => {
    expect(linesOf("one two three four", 9)).toEqual(["one two ", "three ", "four"]);
  });

  it("allows a word to end at the edge with its space beyond it", () => {
    expect(linesOf("one two three", 7)).toEqual(["one two ", "three"]);
  });

  it("loses no letter at any width", () => {
    const text = "A **bold** word, a [link that is long](/somewhere), and a well-known end.";
    const words = "A bold word, a link that is long, and a well-known end.";
    for (let width = 1; width < 60; width += 1) {
      expect(linesOf(text, width).join("").replaceAll("|", "")).toBe(words);
    }
  });

  it("keeps adjoining pieces together", () => {
    expect(linesOf("See ([Item 12](/a)).", 9)).toEqual(["See (|Item ", "12|)."]);
    expect(linesOf("See [Item 12](/a).", 11)).toEqual(["See |Item ", "12|."]);
  });

  it("can break after a hyphen between letters but not within a number", () => {
    expect(linesOf("exchange-traded", 10)).toEqual(["exchange-", "traded"]);
    expect(linesOf("rule 204A-1 555-0142", 8)).toEqual(["rule ", "204A-1 ", "555-0142"]);
  });

  it("reports where each piece starts and whether it continues on the next line", () => {
    const lines = breakLines(textPieces("a [b c](/d) e"), 4, (words) => words.length);
    expect(lines.map((line) => line.map(({ words, x, continues }) => [words, x, continues]))).toEqual([
      [
        ["a ", 0, false],
        ["b ", 2, true],
      ],
      [
        ["c", 0, false],
        [" e", 1, false],
      ],
    ]);
  });
});

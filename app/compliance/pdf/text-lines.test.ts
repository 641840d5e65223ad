import { describe, expect, it } from "vitest";
import { textPieces } from "#app/pages/document/text-pieces.ts";
import { setLines } from "./text-lines.ts";

/** Breaks a text where every letter is 1 wide. @returns the words of each line, its pieces parted by a bar */
function linesOf(text: string, width: number): string[] {
  return setLines(textPieces(text), width, (words) => words.length).map((line) =>
    line.map(({ words }) => words).join("|"),
  );
}

describe("a text that is broken into lines", () => {
  it("fills each line with whole words, and keeps the space at its end", () => {
    expect(linesOf("one two three four", 9)).toEqual(["one two ", "three ", "four"]);
  });

  it("lets a word end at the edge, with its space beyond it", () => {
    expect(linesOf("one two three", 7)).toEqual(["one two ", "three"]);
  });

  it("loses no letter, wherever it is broken", () => {
    const text = "A **heavy** word, a [link that is long](/somewhere), and a well-known end.";
    const words = "A heavy word, a link that is long, and a well-known end.";
    for (let width = 1; width < 60; width += 1) {
      expect(linesOf(text, width).join("").replaceAll("|", "")).toBe(words);
    }
  });

  it("keeps adjoining pieces together", () => {
    expect(linesOf("See ([Item 12](/a)).", 9)).toEqual(["See (|Item ", "12|)."]);
    expect(linesOf("See [Item 12](/a).", 11)).toEqual(["See |Item ", "12|."]);
  });

  it("may break behind a hyphen between letters, and nowhere in a number", () => {
    expect(linesOf("exchange-traded", 10)).toEqual(["exchange-", "traded"]);
    expect(linesOf("rule 204A-1 555-0142", 8)).toEqual(["rule ", "204A-1 ", "555-0142"]);
  });

  it("says where each piece begins, and whether it goes on in the next line", () => {
    const lines = setLines(textPieces("a [b c](/d) e"), 4, (words) => words.length);
    expect(lines.map((line) => line.map(({ words, x, goesOn }) => [words, x, goesOn]))).toEqual([
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

import { describe, expect, it } from "vitest";
import { compareTexts } from "./compare-texts.ts";

/** Changed words in brackets. */
function marked(pieces: readonly { text: string; isChanged: boolean }[]): string {
  return pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("");
}

describe("compareTexts", () => {
  it("marks the changed words of a sentence on both sides", () => {
    const { passages, added, removed } = compareTexts(
      "A heading\nOn a $10M sale, the tax is $2.76M.\nThe end",
      "A heading\nOn a $10M sale with no basis, the tax is $2.38M.\nThe end",
    );
    expect(passages.map(({ before, after }) => [marked(before), marked(after)])).toEqual([
      ["On a $10M sale, the tax is $2.[76M].", "On a $10M sale[ with no basis], the tax is $2.[38M]."],
    ]);
    expect([added, removed]).toEqual([4, 1]);
  });

  it("lists added and removed lines with one empty side", () => {
    const { passages } = compareTexts("one\ntwo\nthree", "one\nthree\nfour");
    expect(passages).toEqual([
      { before: [{ text: "two", isChanged: true }], after: [] },
      { before: [], after: [{ text: "four", isChanged: true }] },
    ]);
  });

  it("compares texts as a whole for which no time remains", () => {
    const [before, after] = ["a", "b"].map((letter) =>
      Array.from({ length: 3_000 }, (_, index) => `${letter}${index}`).join(" "),
    );
    const whole = { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] };
    expect(compareTexts(before ?? "", after ?? "", () => 0).passages).toEqual([whole]);
  });

  it("finds nothing in equal texts", () => {
    expect(compareTexts("one\ntwo", "one\ntwo")).toEqual({ passages: [], added: 0, removed: 0 });
  });
});

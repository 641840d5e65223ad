import { describe, expect, it } from "vitest";
import { placeStrips, type Strip } from "./page-breaks.ts";

const sheet = { top: 100, bottom: 200 };

/** Places strips on pages with a height of 100. @returns the names of the strips on each page */
function pagesOf(strips: readonly (Partial<Strip> & { name: string })[]): string[][] {
  const pages: string[][] = [];
  const drawn: string[] = [];
  const named = strips.map(({ name, ...strip }) => ({
    above: 0,
    height: 30,
    draw: () => drawn.push(name),
    ...strip,
  }));
  for (const { strip, page, top } of placeStrips(named, sheet)) {
    strip.draw(top);
    pages[page] = [...(pages[page] ?? []), `${drawn.at(-1)} ${top}`];
  }
  return pages;
}

describe("strips of a document", () => {
  it("are placed below each other, and one that does not fit starts a new page", () => {
    expect(pagesOf([{ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" }])).toEqual([
      ["a 100", "b 130", "c 160"],
      ["d 100"],
    ]);
  });

  it("can end exactly at the end of the page", () => {
    expect(pagesOf([{ name: "a", height: 70 }, { name: "b" }])).toEqual([["a 100", "b 170"]]);
  });

  it("have space above, except at the top of a page", () => {
    const above = 20;
    expect(
      pagesOf([
        { name: "a", above },
        { name: "b", above },
        { name: "c", above },
      ]),
    ).toEqual([["a 100", "b 150"], ["c 100"]]);
  });

  it("that are kept together move to the next page together", () => {
    const keepWithNext = true;
    expect(
      pagesOf([
        { name: "text" },
        { name: "heading", keepWithNext },
        { name: "first", keepWithNext },
        { name: "second" },
      ]),
    ).toEqual([["text 100"], ["heading 100", "first 130", "second 160"]]);
  });

  it("that are kept together but longer than a page are broken, and no page is empty", () => {
    const keepWithNext = true;
    const strips = ["a", "b", "c", "d", "e"].map((name) => ({ name, keepWithNext }));
    expect(pagesOf(strips)).toEqual([
      ["a 100", "b 130", "c 160"],
      ["d 100", "e 130"],
    ]);
  });

  it("start a page where requested, without an empty page before it", () => {
    const startsPage = true;
    expect(
      pagesOf([
        { name: "a", startsPage },
        { name: "b", startsPage },
      ]),
    ).toEqual([["a 100"], ["b 100"]]);
  });

  it("have the table header repeated above them at the top of a page", () => {
    const drawn: string[] = [];
    const repeated = { height: 10, draw: (top: number) => drawn.push(`head ${top}`) };
    const rows = [1, 2, 3, 4].map((row) => ({
      above: 0,
      height: 30,
      draw: (top: number) => drawn.push(`row ${row} ${top}`),
      repeated,
    }));
    const head = { above: 0, height: 10, draw: (top: number) => drawn.push(`first head ${top}`) };
    for (const { strip, top } of placeStrips([head, ...rows], sheet)) strip.draw(top);
    expect(drawn).toEqual(["first head 100", "row 1 110", "row 2 140", "row 3 170", "head 100", "row 4 110"]);
  });
});

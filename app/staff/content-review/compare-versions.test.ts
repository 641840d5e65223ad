import { expect, it, vi } from "vitest";
import { compareVersions } from "./compare-versions.ts";

const first = { id: "first", heading: "One", blocks: ["A text.", { list: ["a", "b"] }] };
const second = { id: "second", heading: "Two", blocks: ["Another text."] };

it("lists the fields that differ, in the order of the new version", () => {
  expect(
    compareVersions(
      { hero: { lead: "Old" }, sections: [first] },
      { hero: { lead: "New" }, sections: [first] },
    ),
  ).toEqual([{ path: "hero.lead", before: "Old", after: "New" }]);
  expect(compareVersions({ a: 1, flag: true }, { a: 2 })).toEqual([
    { path: "a", before: "1", after: "2" },
    { path: "flag", before: "true", after: undefined },
  ]);
});

it("lists only the fields of an item that was inserted", () => {
  const inserted = { id: "new", heading: "New" };
  expect(compareVersions([first, second], [inserted, first, second])).toEqual([
    { path: "0.id", before: undefined, after: "new" },
    { path: "0.heading", before: undefined, after: "New" },
  ]);
});

it("lists only the fields of an item that was removed, with their former path", () => {
  expect(compareVersions([second, "text", first], [second, first])).toEqual([
    { path: "1", before: "text", after: undefined },
  ]);
});

it("compares an item that changed with itself", () => {
  expect(compareVersions([first, second], [first, { ...second, heading: "2" }])).toEqual([
    { path: "1.heading", before: "Two", after: "2" },
  ]);
});

it("matches items by position if no time remains, also those of lists in lists", () => {
  const budget = vi.fn<() => number>(() => 0);
  const list = (letter: string) => Array.from({ length: 3_000 }, (_, index) => `${letter}${index}`);
  const changed = compareVersions([list("a")], [list("b")], budget);
  expect(budget).toHaveBeenCalledTimes(2);
  expect(changed.at(-1)).toEqual({ path: "0.2999", before: "a2999", after: "b2999" });
});

it("lists a field whose kind has changed on both sides", () => {
  expect(compareVersions({ links: "articles" }, { links: [{ path: "/" }] })).toEqual([
    { path: "links", before: "articles", after: undefined },
    { path: "links.0.path", before: undefined, after: "/" },
  ]);
});

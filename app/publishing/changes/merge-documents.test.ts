import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "#app/publishing/documents/json.ts";
import { mergeDocuments } from "./merge-documents.ts";

const base = { title: "One", hero: { lead: "Two", lines: ["a", "b"] }, items: [{ text: "Three" }] };

describe("a merge", () => {
  test("keeps the changes of both sides", () => {
    const ours = { ...base, title: "Own", items: [{ text: "Own item" }] };
    const theirs = { ...base, hero: { lead: "Their lead", lines: ["a", "their b"] } };
    expect(mergeDocuments(base, ours, theirs)).toEqual({
      merged: {
        title: "Own",
        hero: { lead: "Their lead", lines: ["a", "their b"] },
        items: [{ text: "Own item" }],
      },
      conflicts: [],
    });
  });

  test("names the fields that both sides changed differently, and has the second version of them", () => {
    const ours = { ...base, title: "Own", hero: { ...base.hero, lead: "Same" } };
    const theirs = { ...base, title: "Their", hero: { ...base.hero, lead: "Same" } };
    expect(mergeDocuments(base, ours, theirs)).toEqual({ merged: theirs, conflicts: ["title"] });
  });

  test("treats a list as one field if its length changed", () => {
    const ours = { ...base, hero: { ...base.hero, lines: ["a", "b", "c"] } };
    const theirs = { ...base, hero: { ...base.hero, lines: ["a", "changed"] } };
    const { merged, conflicts } = mergeDocuments(base, ours, theirs);
    expect(conflicts).toEqual(["hero.lines"]);
    expect(merged).toEqual(theirs);
    expect(mergeDocuments(base, ours, base).merged).toEqual(ours);
  });

  test("keeps fields that one side added, and removes those that one side removed", () => {
    const { title: _, ...withoutTitle } = base;
    const added = { ...base, note: "New" };
    expect(mergeDocuments(base, added, withoutTitle)).toEqual({
      merged: { ...withoutTitle, note: "New" },
      conflicts: [],
    });
  });

  test("does not mix the items of a list in which one side moved an item", () => {
    const first = { question: "First?", answer: "One." };
    const second = { question: "Second?", answer: "Two." };
    const edited = { ...second, answer: "Two, corrected." };
    expect(mergeDocuments([first, second], [first, edited], [second, first])).toEqual({
      merged: [second, first],
      conflicts: [""],
    });
  });

  const document: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ maxLength: 3 }),
      fc.boolean(),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
    ),
  })).value;

  test("with one changed side is that side", () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        expect(mergeDocuments(before, after, before).merged).toEqual(after);
        expect(mergeDocuments(before, before, after)).toEqual({ merged: after, conflicts: [] });
      }),
    );
  });

  test("of two equal changes has no conflicts", () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        expect(mergeDocuments(before, after, after)).toEqual({ merged: after, conflicts: [] });
      }),
    );
  });
});

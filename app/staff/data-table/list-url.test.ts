import { describe, expect, test } from "vitest";
import {
  isNarrowed,
  listAddress,
  type ListSpecification,
  parametersFor,
  readListAddress,
} from "./list-url.ts";

const list = {
  path: "/admin/things",
  search: { label: "Search", hint: "Anything" },
  hasDays: true,
  filters: {
    colour: { label: "Colour", choices: [{ value: "red", label: "Red" }] },
    place: { label: "Place", maximumLength: 5 },
    owner: { label: "Owner", maximumLength: 36, form: "id" },
  },
  sorts: [
    { value: "newest", label: "Newest first" },
    { value: "name", label: "Name" },
  ],
} as const satisfies ListSpecification;

const read = (address: string) => readListAddress(list, new URLSearchParams(address));

describe("an address", () => {
  test("says everything that is asked of a list, and is said again in the same words", () => {
    const address =
      "search=Ada+Byron&from=2026-11-01&to=2026-11-30&colour=red&place=here&owner=6f1c2a52-9d3b-4a4e-8a53-0d8d39ad8c11&sort=name";
    const { query, page, problems } = read(`${address}&after=7`);
    expect(problems).toEqual([]);
    expect(query).toEqual({
      search: "Ada Byron",
      from: "2026-11-01",
      to: "2026-11-30",
      filters: { colour: "red", place: "here", owner: "6f1c2a52-9d3b-4a4e-8a53-0d8d39ad8c11" },
      sort: "name",
    });
    expect(page).toEqual({ size: 50, beyond: { direction: "after", row: "7" } });
    expect(listAddress(list, query)).toBe(`/admin/things?${address}`);
    expect(new URLSearchParams(parametersFor(list, query)).toString()).toBe(address);
  });

  test("that says nothing asks for the usual, which needs no word", () => {
    const { query, page, problems } = read("search=&from=&colour=&sort=&after=");
    expect({ query, problems, beyond: page.beyond }).toEqual({
      query: { filters: {}, sort: "newest" },
      problems: [],
      beyond: undefined,
    });
    expect(listAddress(list, query)).toBe("/admin/things");
    expect(isNarrowed(query)).toBe(false);
  });

  test("of an order alone narrows nothing down", () => {
    expect(isNarrowed(read("sort=name").query)).toBe(false);
    expect(isNarrowed(read("from=2026-11-01").query)).toBe(true);
  });

  test("never hands signs on that no database takes", () => {
    expect(read("search=a%00b+c&place=%00x").query).toMatchObject({
      search: "a b c",
      filters: { place: "x" },
    });
  });
});

describe("what cannot be read is left out, and a sentence says so", () => {
  test.each([
    ["search=%25%25%25", "Search needs a letter or a digit; “%%%” was left out."],
    [`search=${"a".repeat(201)}`, "That search is too long, and was left out."],
    ["from=11/01/2026", "“From” must be a day like 2026-11-21; “11/01/2026” was left out."],
    ["to=2026-02-30", "“To” must be a day like 2026-11-21; “2026-02-30” was left out."],
    ["to=0000-05-05", "“To” must be a day like 2026-11-21; “0000-05-05” was left out."],
    ["colour=blue", "“blue” is nothing that “Colour” can be, and was left out."],
    ["colour=constructor", "“constructor” is nothing that “Colour” can be, and was left out."],
    [`colour=${"b".repeat(60)}`, `“${"b".repeat(40)}…” is nothing that “Colour” can be, and was left out.`],
    ["place=far+away", "“far away” is nothing that “Place” can be, and was left out."],
    ["owner=7", "“7” is nothing that “Owner” can be, and was left out."],
    ["sort=price", "“price” is no order of this list; it is shown by “Newest first”."],
  ])("%s", (address, problem) => {
    const { query, problems } = read(address);
    expect(problems).toEqual([problem]);
    expect(query).toEqual({ filters: {}, sort: "newest" });
  });

  test("of what is asked for twice the first counts", () => {
    const { query, problems } = read("place=here&place=there");
    expect(problems).toEqual(["“place” was asked for more than once; the first counts."]);
    expect(query.filters.place).toBe("here");
  });

  test("days that lie the wrong way round stay, and it is said that nothing lies between them", () => {
    const { query, problems } = read("from=2026-11-02&to=2026-11-01");
    expect(problems).toEqual(["“From” is later than “To”, so no day lies between them."]);
    expect(query).toMatchObject({ from: "2026-11-02", to: "2026-11-01" });
  });
});

test("a list without search or days does not hear of them", () => {
  const bare = { ...list, search: undefined, hasDays: false };
  const { query, problems } = readListAddress(bare, new URLSearchParams("search=a&from=x&to=y"));
  expect([query, problems]).toEqual([{ filters: {}, sort: "newest" }, []]);
});

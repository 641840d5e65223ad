import { describe, expect, test } from "vitest";
import type { AnyList } from "./list-definition.ts";
import { isFiltered, listUrl, readListUrl, urlParameters } from "./list-url.ts";

const list: AnyList = {
  name: "things",
  path: "/admin/things",
  row: "thing",
  rows: "things",
  empty: "No things.",
  search: { label: "Search", hint: "Anything" },
  hasDays: true,
  filters: {
    color: { label: "Color", choices: { red: "Red" } },
    room: { label: "Room", choices: "loaded" },
    place: { label: "Place", maxLength: 5 },
    owner: { label: "Owner", maxLength: 36, isId: true },
  },
  sorts: { newest: "Newest first", name: "Name" },
};

const read = (params: string) => readListUrl(list, new URLSearchParams(params), { room: { "7": "Room 7" } });

describe("a URL", () => {
  test("contains the whole query, and the query produces the same URL", () => {
    const address =
      "search=Ada+Byron&from=2026-11-01&to=2026-11-30&color=red&room=7&place=here&owner=6f1c2a52-9d3b-4a4e-8a53-0d8d39ad8c11&sort=name";
    const { query, page, problems } = read(`${address}&after=7`);
    expect(problems).toEqual([]);
    expect(query).toEqual({
      search: "Ada Byron",
      from: "2026-11-01",
      to: "2026-11-30",
      color: "red",
      room: "7",
      place: "here",
      owner: "6f1c2a52-9d3b-4a4e-8a53-0d8d39ad8c11",
      sort: "name",
    });
    expect(page).toEqual({ size: 25, beyond: { direction: "after", row: "7" } });
    expect(listUrl(list, query)).toBe(`/admin/things?${address}`);
    expect(new URLSearchParams(urlParameters(list, query)).toString()).toBe(address);
  });

  test("without parameters requests the defaults, which URLs omit", () => {
    const { query, page, problems } = read("search=&from=&color=&sort=&after=");
    expect({ query, problems, beyond: page.beyond }).toEqual({
      query: { sort: "newest" },
      problems: [],
      beyond: undefined,
    });
    expect(listUrl(list, query)).toBe("/admin/things");
    expect(isFiltered(query)).toBe(false);
  });

  test("with only a sort order does not filter", () => {
    expect(isFiltered(read("sort=name").query)).toBe(false);
    expect(isFiltered(read("from=2026-11-01").query)).toBe(true);
  });

  test("never passes control characters on, which PostgreSQL rejects", () => {
    expect(read("search=a%00b+c&place=%00x").query).toMatchObject({
      search: "a b c",
      place: "x",
    });
  });
});

describe("invalid parts are ignored and reported", () => {
  test.each([
    ["search=%25%25%25", "Search needs a letter or a digit. “%%%” was ignored."],
    [`search=${"a".repeat(201)}`, "The search is too long and was ignored."],
    ["from=11/01/2026", "“From” must be a day like 2026-11-21. “11/01/2026” was ignored."],
    ["to=2026-02-30", "“To” must be a day like 2026-11-21. “2026-02-30” was ignored."],
    ["to=0000-05-05", "“To” must be a day like 2026-11-21. “0000-05-05” was ignored."],
    ["color=blue", "“blue” is not a valid choice for “Color” and was ignored."],
    ["color=constructor", "“constructor” is not a valid choice for “Color” and was ignored."],
    [`color=${"b".repeat(60)}`, `“${"b".repeat(40)}…” is not a valid choice for “Color” and was ignored.`],
    ["room=8", "“8” is not a valid choice for “Room” and was ignored."],
    ["place=far+away", "“far away” is not a valid choice for “Place” and was ignored."],
    ["owner=7", "“7” is not a valid choice for “Owner” and was ignored."],
    ["sort=price", "“price” is not a sort order of this list. It is sorted by “Newest first”."],
  ])("%s", (address, problem) => {
    const { query, problems } = read(address);
    expect(problems).toEqual([problem]);
    expect(query).toEqual({ sort: "newest" });
  });

  test("the first of repeated parameters is used", () => {
    const { query, problems } = read("place=here&place=there");
    expect(problems).toEqual(["The link contains “place” more than once. The first value is used."]);
    expect(query["place"]).toBe("here");
  });

  test("a reversed range of days stays, with a note that nothing can match", () => {
    const { query, problems } = read("from=2026-11-02&to=2026-11-01");
    expect(problems).toEqual(["“From” is later than “To”, so nothing can match."]);
    expect(query).toMatchObject({ from: "2026-11-02", to: "2026-11-01" });
  });
});

test("a list without search or days ignores their parameters", () => {
  const { search: _, ...rest } = list;
  const bare = { ...rest, hasDays: false };
  const { query, problems } = readListUrl(bare, new URLSearchParams("search=a&from=x&to=y"));
  expect([query, problems]).toEqual([{ sort: "newest" }, []]);
});

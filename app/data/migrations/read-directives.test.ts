import { expect, test } from "vitest";
import { readDirectives } from "./read-directives.server.ts";

const read = (sql: string) => readDirectives("0080_example.sql", sql);

test("a migration without directives runs in a transaction and excludes no release", () => {
  expect(read("-- Adds the migration dates.\nselect 1;")).toEqual({});
});

test("each directive is read", () => {
  expect(
    read("-- migration: contracts, requires 0076\n-- migration: safe, because it is empty\ndrop table a;"),
  ).toEqual({
    requiredLevel: "0076",
    safeBecause: "it is empty",
  });
  expect(read("select 1;\n-- migration: index in a transaction, because the table is small\n")).toEqual({
    plainIndexBecause: "the table is small",
  });
});

test("the statements of a concurrent migration are listed with their indexes", () => {
  const sql = `-- migration: concurrent
-- A comment; with a semicolon.
create unique index concurrently if not exists a_by_b on a (b)
  where c > 0;
drop index concurrently if exists a_by_c;
`;
  expect(read(sql).concurrentStatements).toEqual([
    { sql: "create unique index concurrently if not exists a_by_b on a (b)\n  where c > 0", index: "a_by_b" },
    { sql: "drop index concurrently if exists a_by_c", index: "a_by_c" },
  ]);
});

test.each([
  "-- migration: contract, requires 0076",
  "-- migration: contracts, requires 76",
  "-- migration: contracts",
  "--migration: concurrent",
  "-- Migration: concurrent",
  "  -- migration: concurrent",
  "-- migration: concurrent.",
  "-- migration: safe, because",
  "-- migration: concurrent\n-- migration: concurrent",
])("%j is an invalid directive", (line) => {
  expect(() => read(`${line}\nselect 1;`)).toThrow("has an invalid directive");
});

test("a migration cannot require a later one", () => {
  expect(read("-- migration: contracts, requires 0080").requiredLevel).toBe("0080");
  expect(() => read("-- migration: contracts, requires 0081")).toThrow("requires the later migration 0081");
});

test.each([
  "create index if not exists a_by_b on a (b)",
  "create index concurrently a_by_b on a (b)",
  "update a set b = 1",
])("%j is refused in a concurrent migration", (statement) => {
  expect(() => read(`-- migration: concurrent\n${statement};`)).toThrow(
    "is concurrent, so it can only contain",
  );
});

import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { countAttempts } from "./rate-limits.server.ts";

const { db } = testDatabase();
const tenPast = new Date("2026-11-21T10:10:00Z");
const seconds = (count: number): Date => new Date(tenPast.getTime() + count * 1_000);
const one = { key: "one", windowMinutes: 10 };
const other = { key: "other", windowMinutes: 60 };

test("attempts are counted by key, several at once", async () => {
  expect(await countAttempts(db, [one, other], tenPast)).toEqual(
    new Map([
      ["one", 1],
      ["other", 1],
    ]),
  );
  expect(await countAttempts(db, [one], tenPast)).toEqual(new Map([["one", 2]]));
  expect(await countAttempts(db, [one, one], tenPast)).toEqual(new Map([["one", 4]]));
  expect(await countAttempts(db, [other], tenPast)).toEqual(new Map([["other", 2]]));
});

test("each stretch of time counts from nothing", async () => {
  const countAt = async (at: Date) => [...(await countAttempts(db, [one, other], at)).values()];
  expect(await countAt(tenPast)).toEqual([1, 1]);
  expect(await countAt(seconds(599.999))).toEqual([2, 2]);
  expect(await countAt(seconds(600))).toEqual([1, 3]);
  expect(await countAt(seconds(49 * 60.0))).toEqual([1, 4]);
  expect(await countAt(seconds(50 * 60))).toEqual([1, 1]);
});

test("of a hundred at once, in any order of their keys, none is lost and none waits for another in a circle", async () => {
  const keys = Array.from({ length: 8 }, (_, n) => ({ key: `key ${n}`, windowMinutes: 10 }));
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      countAttempts(db, [...keys.slice(n % 8), ...keys.slice(0, n % 8)], tenPast),
    ),
  );
  const counted = await countAttempts(db, keys, tenPast);
  expect([...counted.values()]).toEqual(keys.map(() => 101));
});

test("nothing to count is no mistake", async () => {
  expect(await countAttempts(db, [], tenPast)).toEqual(new Map());
});

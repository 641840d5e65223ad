import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { type Attempt, buildCounting } from "./rate-limits.server.ts";

const { db } = testDatabase();
const tenPast = new Date("2026-11-21T10:10:00Z");
const seconds = (later: number): Date => new Date(tenPast.getTime() + later * 1_000);
const one = { key: "one", windowMinutes: 10 };
const other = { key: "other", windowMinutes: 60 };

/** Counts attempts and returns the counts by key. */
async function count(attempts: readonly Attempt[], now = tenPast): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    with counted as (${buildCounting(attempts, now)})
    select key, count from counted order by key`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.key, row.count]));
}

test("attempts are counted by key, several in one call", async () => {
  expect(await count([one, other])).toEqual({ one: 1, other: 1 });
  expect(await count([one])).toEqual({ one: 2 });
  expect(await count([one, one])).toEqual({ one: 4 });
  expect(await count([other])).toEqual({ other: 2 });
});

test("an attempt with an amount adds that amount", async () => {
  expect(await count([{ ...one, amount: 50 }, other, { ...one, amount: 7 }])).toEqual({ one: 57, other: 1 });
  expect(await count([one])).toEqual({ one: 58 });
});

test("each time window starts at zero", async () => {
  expect(await count([one, other])).toEqual({ one: 1, other: 1 });
  expect(await count([one, other], seconds(599.999))).toEqual({ one: 2, other: 2 });
  expect(await count([one, other], seconds(600))).toEqual({ one: 1, other: 3 });
  expect(await count([one, other], seconds(49 * 60))).toEqual({ one: 1, other: 4 });
  expect(await count([one, other], seconds(50 * 60))).toEqual({ one: 1, other: 1 });
});

test("a hundred concurrent calls with keys in any order lose no count and cause no deadlock", async () => {
  const keys = Array.from({ length: 8 }, (_, n) => ({ key: `key ${n}`, windowMinutes: 10 }));
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => count([...keys.slice(n % 8), ...keys.slice(0, n % 8)])),
  );
  expect(Object.values(await count(keys))).toEqual(keys.map(() => 101));
});

test("an empty list of attempts is valid", async () => {
  expect(await count([])).toEqual({});
});

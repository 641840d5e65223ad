import { expect, test } from "vitest";
import { attemptLimits } from "#app/platform/limits.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createAbuseKeys } from "./spam-check-keys.server.ts";
import { mayHold } from "./record-attempt.server.ts";

const { db } = testDatabase();
const abuse = createAbuseKeys(testKeyRing);
const now = new Date("2026-11-21T12:00:00Z");
const { heldByAddress, heldBySite } = attemptLimits;

test("the quarantine holds 30 submissions per address and day, and the rest do not count toward the site limit", async () => {
  const held: boolean[] = [];
  for (let sent = 0; sent < heldByAddress.most + 5; sent += 1) {
    held.push(await mayHold({ db, abuse }, "203.0.113.9", now));
  }
  expect(held.filter(Boolean)).toHaveLength(heldByAddress.most);
  const counted = await db
    .selectFrom("rateLimits")
    .select("count")
    .where("key", "=", abuse.limitKey("heldBySite"))
    .executeTakeFirst();
  expect(counted?.count).toBe(heldByAddress.most);
});

test("the quarantine has an hourly limit for all addresses together", async () => {
  const key = abuse.limitKey("heldBySite");
  const full = { key, windowStart: now, count: heldBySite.most - 1 };
  await db.insertInto("rateLimits").values(full).execute();
  const ask = (index: number, at: Date) => mayHold({ db, abuse }, `2001:db8:${index}::1`, at);
  expect([await ask(1, now), await ask(2, now), await ask(3, now)]).toEqual([true, false, false]);
  expect(await ask(4, new Date(now.getTime() + 3_600_000))).toBe(true);
});

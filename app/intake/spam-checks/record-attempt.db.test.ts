import { describe, expect, test } from "vitest";
import { attemptLimits, exemptQuarantinePerNetwork } from "#app/platform/limits.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { refusingLimits } from "./check-submission.server.ts";
import { readSpamSignals } from "./spam-signals.ts";
import { createSpamCheckKeys } from "./spam-check-keys.server.ts";
import { admitToQuarantine, recordAttempt } from "./record-attempt.server.ts";

const { db } = testDatabase();
const spamCheckKeys = createSpamCheckKeys(testKeyRing);
const now = new Date("2026-11-21T12:00:00Z");
const { quarantinedByAddress, quarantinedWithToken } = attemptLimits;
const budget = "quarantinedWithToken";
const admit = (clientAddress: string, at = now) =>
  admitToQuarantine({ db, spamCheckKeys }, { clientAddress, budget, now: at });
const key = spamCheckKeys.limitKey(budget);
const fillBudget = (count: number) =>
  db.insertInto("rateLimits").values({ key, windowStart: now, count }).execute();

test("an address has a daily limit; its first submissions and those over the limit do not count for the site", async () => {
  const admitted: boolean[] = [];
  for (let sent = 0; sent < quarantinedByAddress.most + 5; sent += 1) {
    admitted.push((await admit("203.0.113.9")).ok);
  }
  expect(admitted.filter(Boolean)).toHaveLength(quarantinedByAddress.most);
  expect(await admit("203.0.113.9")).toEqual({
    ok: false,
    reason: "address-limit",
    retryAfterSeconds: 12 * 3_600,
  });
  const counted = await db.selectFrom("rateLimits").select("count").where("key", "=", key).executeTakeFirst();
  expect(counted?.count).toBe(quarantinedByAddress.most - exemptQuarantinePerNetwork);
});

test("the site-wide limit applies from the third submission of an address until the hour ends", async () => {
  await fillBudget(quarantinedWithToken.most - 1);
  const visitors = ["2001:db8:1::1", "2001:db8:2::1", "2001:db8:3::1"];
  for (const visitor of visitors) {
    expect([await admit(visitor), await admit(visitor)]).toEqual([{ ok: true }, { ok: true }]);
  }
  const refused = { ok: false, reason: "site-limit", retryAfterSeconds: 3_600 };
  expect(await Promise.all(visitors.map((visitor) => admit(visitor)))).toEqual(
    expect.arrayContaining([{ ok: true }, { ...refused, isFirst: true }, { ...refused, isFirst: false }]),
  );
  expect(await admit("2001:db8:1::1", new Date(now.getTime() + 3_600_000))).toEqual({ ok: true });
});

test("the exempt submissions are counted by IPv6 /48, and have a daily limit for the site", async () => {
  await fillBudget(quarantinedWithToken.most);
  const admitted = await Promise.all(Array.from({ length: 5 }, (_, n) => admit(`2001:db8:78:${n}::1`)));
  expect(admitted.filter(({ ok }) => ok)).toHaveLength(exemptQuarantinePerNetwork);
  const exempt = {
    key: spamCheckKeys.limitKey("exemptQuarantined"),
    windowStart: new Date("2026-11-21T00:00:00Z"),
  };
  await db
    .updateTable("rateLimits")
    .set({ count: attemptLimits.exemptQuarantined.most - 1 })
    .where("key", "=", exempt.key)
    .where("windowStart", "=", exempt.windowStart)
    .execute();
  expect(await admit("2001:db8:79::1")).toEqual({ ok: true });
  expect(await admit("2001:db8:80::1")).toMatchObject({ ok: false, reason: "site-limit" });
});

describe("a refused submission", () => {
  const record = (clientAddress: string, number: number) =>
    recordAttempt(
      { db, spamCheckKeys },
      {
        form: "assessment",
        email: `person${number}@example.com`,
        fingerprint: `content ${number}`,
        signals: readSpamSignals(() => undefined, false),
        clientAddress,
      },
      { token: undefined, now },
    );
  const countRows = async (): Promise<number> =>
    (await db.selectFrom("rateLimits").select("key").execute()).length;
  const { refusedByAddress, refusedByNetworkDaily } = attemptLimits;

  test("of an address over its limit adds no rows for further mailboxes", async () => {
    for (let sent = 0; sent < refusedByAddress.most; sent += 1) await record("203.0.113.9", sent);
    const rows = await countRows();
    for (let sent = 0; sent < 5; sent += 1) {
      const refused = await record("203.0.113.9", 1_000 + sent);
      expect(refused.isOver("refusedByAddress")).toBe(true);
    }
    expect(await countRows()).toBe(rows);
  });

  test("of a new /64 adds no rows when its /48 is over the daily limit", async () => {
    const { most: count, windowMinutes } = refusedByNetworkDaily;
    const windowStart = new Date(
      Math.floor(now.getTime() / (windowMinutes * 60_000)) * windowMinutes * 60_000,
    );
    const network = spamCheckKeys.limitKey("refusedByNetworkDaily", "2001:db8:9::");
    await db.insertInto("rateLimits").values({ key: network, windowStart, count }).execute();
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await record(`2001:db8:9:${sent}::1`, sent)).isOver("refusedByNetworkDaily")).toBe(true);
    }
    expect(await countRows()).toBe(1);
    expect((await record("2001:db8:10::1", 9)).isOver("refusedByNetworkDaily")).toBe(false);
  });

  test("of a new /48 adds no rows when its /32 is over the daily limit", async () => {
    const { most: count } = attemptLimits.refusedByAllocationDaily;
    const windowStart = new Date("2026-11-21T00:00:00Z");
    const allocation = spamCheckKeys.limitKey("refusedByAllocationDaily", "2001:db8::");
    await db.insertInto("rateLimits").values({ key: allocation, windowStart, count }).execute();
    for (let sent = 0; sent < 5; sent += 1) {
      const refused = await record(`2001:db8:${sent}::1`, sent);
      expect(refused.isOver("refusedByAllocationDaily")).toBe(true);
    }
    expect(await countRows()).toBe(1);
    expect((await record("2001:db9::1", 9)).isOver("refusedByAllocationDaily")).toBe(false);
  });

  test("of an address or a /48 over its limit does not count toward the networks that contain it", async () => {
    for (let sent = 0; sent < refusedByAddress.most + 9; sent += 1) await record("2001:db8:9:1::1", sent);
    expect(await countOf("refusedByNetworkDaily", "2001:db8:9::")).toBe(refusedByAddress.most);
    expect(await countOf("refusedByAllocationDaily", "2001:db8::")).toBe(refusedByAddress.most);
    await setCount("refusedByNetworkDaily", "2001:db8:9::", refusedByNetworkDaily.most);
    for (let sent = 0; sent < 5; sent += 1) await record(`2001:db8:9:2${sent}::1`, sent);
    expect(await countOf("refusedByAllocationDaily", "2001:db8::")).toBe(refusedByAddress.most);
  });

  test("of an IPv6 /56 over its daily limit leaves the rest of its /48 to others", async () => {
    const { most } = attemptLimits.refusedByCustomerDaily;
    await record("2001:db8:9:1::1", 1);
    await setCount("refusedByCustomerDaily", "2001:db8:9:000::/56", most);
    expect((await record("2001:db8:9:ff::1", 2)).isOver("refusedByCustomerDaily")).toBe(true);
    const neighbor = await record("2001:db8:9:100::1", 3);
    expect(refusingLimits.filter((limit) => neighbor.isOver(limit))).toEqual([]);
  });

  const countOf = async (limit: keyof typeof attemptLimits, of: string): Promise<number | undefined> => {
    const counted = spamCheckKeys.limitKey(limit, of);
    const row = await db
      .selectFrom("rateLimits")
      .select("count")
      .where("key", "=", counted)
      .executeTakeFirst();
    return row?.count;
  };
  const setCount = (limit: keyof typeof attemptLimits, of: string, count: number) =>
    db
      .updateTable("rateLimits")
      .set({ count })
      .where("key", "=", spamCheckKeys.limitKey(limit, of))
      .execute();
});

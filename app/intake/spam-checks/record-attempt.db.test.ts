import { describe, expect, test } from "vitest";
import { attemptLimits, unlimitedQuarantinePerAddress } from "#app/platform/limits.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { testDatabase } from "#tests/kit/database.ts";
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
  expect(await admit("203.0.113.9")).toEqual({ ok: false, reason: "address-limit" });
  const counted = await db.selectFrom("rateLimits").select("count").where("key", "=", key).executeTakeFirst();
  expect(counted?.count).toBe(quarantinedByAddress.most - unlimitedQuarantinePerAddress);
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
});

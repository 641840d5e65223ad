import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createCollector } from "./collector.server.ts";

const { db } = testDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const limitKey = (...parts: readonly string[]): string => parts.join(" ");
const collector = createCollector({ db, clock: { now: () => now }, log: silentLog, limitKey });

const visit = (clientAddress: string) =>
  collector.recordVisit(
    {
      id: randomUUID(),
      at: now,
      source: "Direct",
      ipAddress: clientAddress,
      userAgent: "Firefox",
      browserKey: randomUUID(),
      touch: null,
      trafficClass: "person",
      classReason: null,
    },
    clientAddress,
  );
const repeat = (times: number, clientAddressOf: (n: number) => string) =>
  Promise.all(Array.from({ length: times }, (_, n) => visit(clientAddressOf(n))));
const setCount = (key: string, count: number) =>
  db
    .insertInto("rateLimits")
    .values({ key, windowStart: new Date("2026-11-21T00:00:00Z"), count })
    .onConflict((conflict) => conflict.columns(["key", "windowStart"]).doUpdateSet({ count }))
    .execute();
const countOf = async (key: string): Promise<number | undefined> => {
  const row = await db.selectFrom("rateLimits").select("count").where("key", "=", key).executeTakeFirst();
  return row?.count;
};
const countRows = async (): Promise<number> =>
  (await db.selectFrom("rateLimits").select("key").execute()).length;

test.each([
  ["a /48", "visitsByAddressDaily network 2001:db8:78::", 6_250, "2001:db8:79:1::1"],
  ["a /32", "visitsByAddressDaily allocation 2001:db8::", 50_000, "2001:db9:78:1::1"],
])("%s over its daily limit adds neither visits nor counters", async (_, key, most, elsewhere) => {
  await setCount(key, most - 1);
  expect(await visit("2001:db8:78:1::1")).toBe("stored");
  const rows = await countRows();
  const refused = await repeat(20, (n) => `2001:db8:78:a${n}::1`);
  expect(new Set(refused)).toEqual(new Set(["too-many"]));
  expect(await countRows()).toBe(rows);
  expect(await visit(elsewhere)).toBe("stored");
  expect(await visit("203.0.113.9")).toBe("stored");
});

test("a household over its limit does not use up the limits of its networks", async () => {
  await repeat(150, () => "2001:db8:78:1::1");
  expect(await countOf("visitsByAddressDaily network 2001:db8:78::")).toBe(120);
  expect(await countOf("visitsByAddressDaily allocation 2001:db8::")).toBe(120);
  await setCount("visitsByAddressDaily network 2001:db8:78::", 6_250);
  await repeat(20, (n) => `2001:db8:78:a${n}::1`);
  expect(await countOf("visitsByAddressDaily allocation 2001:db8::")).toBe(120);
});

test("the events of a /48 have a daily limit too", async () => {
  const visitId = randomUUID();
  await setCount("trackingEventsByAddressDaily network 2001:db8:78::", 15_625);
  const record = (clientAddress: string) => collector.recordEvents({ visitId, events: [] }, clientAddress);
  expect(await record("2001:db8:78:1::1")).toBe("too-many");
  expect(await record("2001:db8:79:1::1")).not.toBe("too-many");
});

import { expect, test } from "vitest";
import { systemClock } from "#app/platform/clock.ts";
import { authenticationLimits, sharedLimitFactors } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testIdentity } from "#tests/kit/identity.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { countAttempts, refundAttempts } from "./count-attempts.server.ts";

const { db } = testDatabase();
const deps = { db, clock: systemClock, keys: testIdentity(db).keys };
const limit = "linksByAddress";
const { most } = authenticationLimits[limit];
const count = (of: string) => countAttempts(deps, [{ limit, of }]);
const countRows = async () => (await db.selectFrom("rateLimits").select("key").execute()).length;
const hex = (n: number) => n.toString(16);

test("an IPv6 /48 has a multiple of the limit of an address, and adds no row for further addresses", async () => {
  await withinOneWindow();
  const inNetwork = most * sharedLimitFactors.network;
  for (let n = 0; n < inNetwork; n += 1) expect(await count(`2001:db8:78:${hex(n)}::1`)).toBe("within");
  const rows = await countRows();
  expect(await count("2001:db8:78:ffff::1")).toBe("first-refusal");
  expect(await count("2001:db8:78:fffe::1")).toBe("refused");
  expect(await countRows()).toBe(rows);
  expect(await count("2001:db8:79::1")).toBe("within");
  expect(await count("203.0.113.9")).toBe("within");
});

test("an IPv6 /32 has one too, so that thousands of /48s cannot fill the table @long", async () => {
  await withinOneWindow();
  const inAllocation = most * sharedLimitFactors.allocation;
  for (let n = 0; n < inAllocation; n += 1) expect(await count(`2001:db8:${hex(n)}::1`)).toBe("within");
  const rows = await countRows();
  expect(await count("2001:db8:ffff::1")).toBe("first-refusal");
  expect(await countRows()).toBe(rows);
  expect(await count("2001:db9::1")).toBe("within");
});

test("an address over its own limit does not use up the limit of its network @long", async () => {
  await withinOneWindow();
  for (let n = 0; n < most * (sharedLimitFactors.network + 2); n += 1) await count("2001:db8:78:1::1");
  expect(await count("2001:db8:78:1::1")).toBe("refused");
  expect(await count("2001:db8:78:2::1")).toBe("within");
});

test("a /48 over its own limit does not use up the limit of its /32", async () => {
  await withinOneWindow();
  const inAllocation = most * sharedLimitFactors.allocation;
  for (let n = 0; n < inAllocation + most; n += 1) await count(`2001:db8:78:${hex(n)}::1`);
  expect(await count("2001:db8:78:ffff::1")).toBe("refused");
  expect(await count("2001:db8:79::1")).toBe("within");
});

test("a refunded attempt is refunded to its networks", async () => {
  await withinOneWindow();
  await count("2001:db8:78:1::1");
  expect(await countRows()).toBe(3);
  await refundAttempts(deps, [{ limit, of: "2001:db8:78:1::1" }]);
  expect(await countRows()).toBe(0);
});

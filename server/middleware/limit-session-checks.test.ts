import { expect, test } from "vitest";
import { networkSessionCheckLimits, sessionCheckLimits } from "#app/platform/limits.ts";
import { limitSessionChecks } from "./limit-session-checks.ts";

const { maxConcurrent } = sessionCheckLimits;
const { maxWaiting } = sessionCheckLimits.lanes.check;

/** A database whose checks end when the test says so. */
function aSlowDatabase() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let started = 0;
  return {
    check: (): Promise<boolean> => {
      started += 1;
      return promise;
    },
    started: () => started,
    answer: () => resolve(true),
  };
}

test("an address has a limited number of checks at the same time and waiting, and others are not affected", async () => {
  const check = limitSessionChecks();
  const database = aSlowDatabase();
  const running = Array.from({ length: maxConcurrent + maxWaiting }, () =>
    check("192.0.2.1", database.check),
  );
  await expect.poll(database.started).toBe(maxConcurrent);
  expect(await check("192.0.2.1", () => Promise.resolve(true))).toBe(false);
  expect(await check("192.0.2.2", () => Promise.resolve(true))).toBe(true);
  database.answer();
  expect(await Promise.all(running)).toEqual(running.map(() => true));
  expect(await check("192.0.2.1", () => Promise.resolve(true))).toBe(true);
});

test("the addresses of an IPv6 /48 share a limit, and others are not affected", async () => {
  const check = limitSessionChecks();
  const database = aSlowDatabase();
  const running = Array.from({ length: 40 }, (_, n) =>
    check(`2001:db8:1:${n.toString(16)}::1`, database.check),
  );
  await expect.poll(database.started).toBe(networkSessionCheckLimits.maxConcurrent);
  expect(await check("2001:db8:2::1", () => Promise.resolve(true))).toBe(true);
  database.answer();
  expect(await Promise.all(running)).toEqual(running.map(() => true));
});

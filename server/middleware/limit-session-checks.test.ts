import { expect, test } from "vitest";
import { networkSessionCheckLimits, sessionCheckLimits } from "#app/platform/limits.ts";
import { limitSessionChecks } from "./limit-session-checks.ts";

const { maxConcurrent } = sessionCheckLimits;
const { maxWaiting } = sessionCheckLimits.lanes.check;

test("an address has a limited number of checks at the same time and waiting, and others are not affected", async () => {
  const check = limitSessionChecks();
  let started = 0;
  let finish = (): void => undefined;
  const database = new Promise<boolean>((resolve) => {
    finish = () => resolve(true);
  });
  const start = (): Promise<boolean> => {
    started += 1;
    return database;
  };
  const running = Array.from({ length: maxConcurrent + maxWaiting }, () => check("192.0.2.1", start));
  await expect.poll(() => started).toBe(maxConcurrent);
  expect(await check("192.0.2.1", () => Promise.resolve(true))).toBe(false);
  expect(await check("192.0.2.2", () => Promise.resolve(true))).toBe(true);
  finish();
  expect(await Promise.all(running)).toEqual(running.map(() => true));
  expect(await check("192.0.2.1", () => Promise.resolve(true))).toBe(true);
});

test("the addresses of an IPv6 /48 share a limit, and others are not affected", async () => {
  const check = limitSessionChecks();
  let started = 0;
  let finish = (): void => undefined;
  const database = new Promise<boolean>((resolve) => {
    finish = () => resolve(true);
  });
  const start = (): Promise<boolean> => {
    started += 1;
    return database;
  };
  const running = Array.from({ length: 40 }, (_, n) => check(`2001:db8:1:${n.toString(16)}::1`, start));
  await expect.poll(() => started).toBe(networkSessionCheckLimits.maxConcurrent);
  expect(await check("2001:db8:2::1", () => Promise.resolve(true))).toBe(true);
  finish();
  expect(await Promise.all(running)).toEqual(running.map(() => true));
});

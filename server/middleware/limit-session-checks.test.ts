import { expect, test } from "vitest";
import { sessionCheckLimits } from "#app/platform/limits.ts";
import { limitSessionChecks } from "./limit-session-checks.ts";

const { maxWaiting } = sessionCheckLimits.lanes.check;

test("an address has a limited number of checks in flight, and others are not affected", async () => {
  const check = limitSessionChecks();
  let finish = (): void => undefined;
  const database = new Promise<boolean>((resolve) => {
    finish = () => resolve(true);
  });
  const running = Array.from({ length: maxWaiting }, () => check("192.0.2.1", () => database));
  expect(await check("192.0.2.1", () => Promise.resolve(true))).toBe(false);
  expect(await check("192.0.2.2", () => Promise.resolve(true))).toBe(true);
  finish();
  expect(await Promise.all(running)).toEqual(running.map(() => true));
  expect(await check("192.0.2.1", () => Promise.resolve(true))).toBe(true);
});

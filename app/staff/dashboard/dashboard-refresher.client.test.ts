import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DashboardView } from "./dashboard-view.ts";
import { createDashboardRefresher, getRetryDelayMs, RefusedError } from "./dashboard-refresher.client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// spec §7: 3 retries, exponential back-off from 1 s capped at 30 s.
test("a failed load is retried three times, after one, two and four seconds, and then reported once", async () => {
  const { refresher, attempts, events } = createTestRefresher(() => Promise.reject(new Error("offline")));
  refresher.refresh();
  await vi.runAllTimersAsync();
  const [first = 0, ...others] = attempts;
  expect(others.map((at) => at - first)).toEqual([1_000, 3_000, 7_000]);
  expect(events).toEqual(["failed: offline"]);
});

test.each([401, 403] as const)("a %i is reported without a retry", async (status) => {
  const { refresher, attempts, events } = createTestRefresher(() => Promise.reject(new RefusedError(status)));
  refresher.refresh();
  await vi.runAllTimersAsync();
  expect(attempts).toHaveLength(1);
  expect(events).toEqual([`failed: refused with ${status}`]);
});

test("a retry that succeeds is not reported as a failure", async () => {
  let failures = 2;
  const { refresher, attempts, events } = createTestRefresher(() =>
    failures-- > 0 ? Promise.reject(new Error("offline")) : Promise.resolve(view),
  );
  refresher.refresh();
  await vi.runAllTimersAsync();
  expect(attempts).toHaveLength(3);
  expect(events).toEqual(["loaded"]);
});

test("changes during a load cause one more load after it", async () => {
  const { refresher, attempts, events } = createTestRefresher(
    () => new Promise((resolve) => setTimeout(() => resolve(view), 500)),
  );
  refresher.refresh();
  await vi.advanceTimersByTimeAsync(100);
  refresher.refresh();
  refresher.refresh();
  expect(attempts).toHaveLength(1);
  await vi.runAllTimersAsync();
  expect(attempts).toHaveLength(2);
  expect(events).toEqual(["loaded", "loaded"]);
  refresher.refresh();
  await vi.runAllTimersAsync();
  expect(attempts).toHaveLength(3);
});

test("nothing is reported after a stop", async () => {
  const { refresher, attempts, events } = createTestRefresher(() => Promise.reject(new Error("offline")));
  refresher.refresh();
  await vi.advanceTimersByTimeAsync(500);
  refresher.stop();
  await vi.runAllTimersAsync();
  expect(attempts.length).toBeLessThanOrEqual(2);
  expect(events).toEqual([]);
});

test("no retry waits longer than half a minute", () => {
  expect([4, 5, 20].map(getRetryDelayMs)).toEqual([16_000, 30_000, 30_000]);
});

const none = { rows: [], hasMore: false, isMissing: false };
const view: DashboardView = {
  asOf: "",
  cards: [],
  assessments: none,
  signups: none,
  visitors: none,
  tracking: none,
};

function createTestRefresher(load: () => Promise<DashboardView>) {
  const attempts: number[] = [];
  const events: string[] = [];
  const refresher = createDashboardRefresher({
    load() {
      attempts.push(Date.now());
      return load();
    },
    onLoaded: () => void events.push("loaded"),
    onFailed: (error) => void events.push(`failed: ${error instanceof Error ? error.message : "unknown"}`),
  });
  return { refresher, attempts, events };
}

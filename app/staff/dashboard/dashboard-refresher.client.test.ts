import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient, RefusedError, retryDelay } from "./dashboard-refresher.client.ts";

// spec §7: 3 retries, exponential back-off from 1 s capped at 30 s, cache lifetime 5 minutes.
describe("data fetching", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is tried three times more, after one, two and four seconds", async () => {
    const tries: number[] = [];
    const fetching = createQueryClient().fetchQuery({
      queryKey: ["lists"],
      queryFn() {
        tries.push(Date.now());
        return Promise.reject(new Error("offline"));
      },
    });
    fetching.catch(() => undefined);
    await vi.runAllTimersAsync();
    const [first = 0, ...others] = tries;
    expect(others.map((at) => at - first)).toEqual([1_000, 3_000, 7_000]);
    await expect(fetching).rejects.toThrow("offline");
  });

  test.each([401, 403] as const)("is not tried again after a %i", async (status) => {
    let tries = 0;
    const fetching = createQueryClient().fetchQuery({
      queryKey: ["lists"],
      queryFn() {
        tries += 1;
        return Promise.reject(new RefusedError(status));
      },
    });
    await expect(fetching).rejects.toThrow(`refused with ${status}`);
    expect(tries).toBe(1);
  });

  test("what was fetched counts for five minutes", () => {
    expect(createQueryClient().getDefaultOptions().queries?.staleTime).toBe(300_000);
  });
});

test("no wait is longer than half a minute", () => {
  expect([4, 5, 20].map(retryDelay)).toEqual([16_000, 30_000, 30_000]);
});

import { expect, test } from "vitest";
import { minAttemptsToFail } from "./claim-emails.server.ts";
import { retryDelaySeconds } from "./mail-backoff.ts";

test("the interval doubles from 5 seconds to half an hour", () => {
  expect([1, 2, 3, 4].map((attempts) => retryDelaySeconds(attempts, 0.5))).toEqual([5, 10, 20, 40]);
  expect(retryDelaySeconds(60, 1)).toBeLessThan(2_400);
});

test("an outage of three days reaches the minimum number of attempts, even with the longest intervals", () => {
  const sumHours = (chance: number) =>
    Array.from({ length: minAttemptsToFail - 1 }, (_, index) => retryDelaySeconds(index + 1, chance)).reduce(
      (sum, seconds) => sum + seconds,
    ) / 3_600;
  expect(sumHours(1)).toBeLessThan(60);
  expect(sumHours(0)).toBeGreaterThan(24);
});

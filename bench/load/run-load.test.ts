import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { runLoad } from "./run-load.ts";

test("workers run concurrently, and all started work is awaited and counted", async () => {
  let begun = 0;
  let ended = 0;
  let runConcurrently = 0;
  let most = 0;
  const load = await runLoad({
    workers: 4,
    forMs: 30,
    work: async () => {
      begun += 1;
      runConcurrently += 1;
      most = Math.max(most, runConcurrently);
      await sleep(5);
      runConcurrently -= 1;
      ended += 1;
    },
  });
  expect(most).toBe(4);
  expect(ended).toBe(begun);
  expect(load.done).toBe(begun);
  expect(load.p50Ms).toBeLessThanOrEqual(load.p99Ms);
});

test("failing work ends the load with its error", async () => {
  const failing = runLoad({
    workers: 2,
    forMs: 1_000,
    work: () => Promise.reject(new Error("no connection")),
  });
  await expect(failing).rejects.toThrow("no connection");
});

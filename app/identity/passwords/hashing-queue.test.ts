import { describe, expect, test } from "vitest";
import { createHashingQueue, HashingIsBusy } from "./hashing-queue.server.ts";

describe("the queue before the hashing of passwords", () => {
  test("lets only so many in at once", async () => {
    const queue = createHashingQueue({ atOnce: 2, mostWaiting: 10 });
    const jobs = Array.from({ length: 5 }, () => startedJob(queue));
    await settled();
    expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false, false]);
    jobs[0]?.end();
    await settled();
    expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false, false]);
    for (const job of jobs) job.end();
    await Promise.all(jobs.map(({ done }) => done));
  });

  test("turns away whom it would let wait too long, and only those", async () => {
    const queue = createHashingQueue({ atOnce: 1, mostWaiting: 1 });
    const jobs = [startedJob(queue), startedJob(queue)];
    await expect(queue.run(() => Promise.resolve("never"))).rejects.toBeInstanceOf(HashingIsBusy);
    for (const job of jobs) job.end();
    await Promise.all(jobs.map(({ done }) => done));
    expect(await queue.run(() => Promise.resolve("now"))).toBe("now");
  });

  test("lets known browsers in before strangers, and past the strangers' bound", async () => {
    const queue = createHashingQueue({ atOnce: 1, mostWaiting: 1 });
    const order: string[] = [];
    const first = startedJob(queue);
    const stranger = queue.run(() => Promise.resolve(order.push("stranger")));
    const known = queue.run(() => Promise.resolve(order.push("known")), true);
    first.end();
    await Promise.all([first.done, stranger, known]);
    expect(order).toEqual(["known", "stranger"]);
  });

  test("goes on after work that failed", async () => {
    const queue = createHashingQueue({ atOnce: 1, mostWaiting: 1 });
    await expect(queue.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run(() => Promise.resolve("next"))).toBe("next");
  });
});

function startedJob(queue: ReturnType<typeof createHashingQueue>) {
  const gate = Promise.withResolvers<void>();
  let begun = false;
  const done = queue.run(() => {
    begun = true;
    return gate.promise;
  });
  return { done, hasBegun: () => begun, end: () => gate.resolve() };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

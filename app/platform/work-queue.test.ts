import { describe, expect, test } from "vitest";
import { createWorkQueue, QueueIsFull } from "./work-queue.server.ts";

describe("a queue of work", () => {
  test("limits the number of concurrent tasks", async () => {
    const queue = createWorkQueue({ maxConcurrent: 2, maxWaiting: 10 });
    const jobs = Array.from({ length: 5 }, () => startedJob(queue));
    await settled();
    expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false, false]);
    jobs[0]?.end();
    await settled();
    expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false, false]);
    for (const job of jobs) job.end();
    await Promise.all(jobs.map(({ done }) => done));
  });

  test("rejects only tasks beyond the queue limit", async () => {
    const queue = createWorkQueue({ maxConcurrent: 1, maxWaiting: 1 });
    const jobs = [startedJob(queue), startedJob(queue)];
    await expect(queue.run(() => Promise.resolve("never"))).rejects.toBeInstanceOf(QueueIsFull);
    for (const job of jobs) job.end();
    await Promise.all(jobs.map(({ done }) => done));
    expect(await queue.run(() => Promise.resolve("now"))).toBe("now");
  });

  test("reports in advance whether it would reject a task", async () => {
    const queue = createWorkQueue({ maxConcurrent: 1, maxWaiting: 1 });
    expect(queue.isFull()).toBe(false);
    const running = startedJob(queue);
    expect(queue.isFull()).toBe(false);
    const waiting = startedJob(queue);
    expect(queue.isFull()).toBe(true);
    for (const job of [running, waiting]) job.end();
    await Promise.all([running.done, waiting.done]);
    expect(queue.isFull()).toBe(false);
  });

  test("starts priority tasks before others and beyond the limit of others", async () => {
    const queue = createWorkQueue({ maxConcurrent: 1, maxWaiting: 1 });
    const order: string[] = [];
    const first = startedJob(queue);
    const other = queue.run(() => Promise.resolve(order.push("other")));
    const privileged = queue.run(() => Promise.resolve(order.push("first")), true);
    first.end();
    await Promise.all([first.done, other, privileged]);
    expect(order).toEqual(["first", "other"]);
  });

  test("queues priority tasks up to a separate limit", async () => {
    const queue = createWorkQueue({ maxConcurrent: 1, maxWaiting: 1, maxWaitingFirst: 3 });
    const running = startedJob(queue);
    const waiting = Array.from({ length: 3 }, () => queue.run(() => Promise.resolve("done"), true));
    await expect(queue.run(() => Promise.resolve("never"), true)).rejects.toBeInstanceOf(QueueIsFull);
    running.end();
    expect(await Promise.all(waiting)).toEqual(["done", "done", "done"]);
  });

  test("continues after a failed task", async () => {
    const queue = createWorkQueue({ maxConcurrent: 1, maxWaiting: 1 });
    await expect(queue.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run(() => Promise.resolve("next"))).toBe("next");
  });
});

function startedJob(queue: ReturnType<typeof createWorkQueue>) {
  const gate = Promise.withResolvers<void>();
  let begun = false;
  const done = queue.run(() => {
    begun = true;
    return gate.promise;
  });
  return { done, hasBegun: () => begun, end: () => gate.resolve() };
}

/** Work begins one turn of the event loop after its place in the queue comes up. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

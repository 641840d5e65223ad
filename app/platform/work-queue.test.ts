import { describe, expect, test } from "vitest";
import { createWorkQueue, QueueIsFull, type WorkQueue } from "./work-queue.server.ts";

describe("a queue of work", () => {
  test("limits the number of concurrent tasks", async () => {
    const queue = oneLane({ maxConcurrent: 2, maxWaiting: 10 });
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
    const queue = oneLane({ maxConcurrent: 1, maxWaiting: 1 });
    const jobs = [startedJob(queue), startedJob(queue)];
    await expect(queue.run("only", () => Promise.resolve("never"))).rejects.toBeInstanceOf(QueueIsFull);
    for (const job of jobs) job.end();
    await Promise.all(jobs.map(({ done }) => done));
    expect(await queue.run("only", () => Promise.resolve("now"))).toBe("now");
  });

  test("reports in advance whether it would reject a task", async () => {
    const queue = oneLane({ maxConcurrent: 1, maxWaiting: 1 });
    expect(queue.isFull("only")).toBe(false);
    const running = startedJob(queue);
    expect(queue.isFull("only")).toBe(false);
    const waiting = startedJob(queue);
    expect(queue.isFull("only")).toBe(true);
    for (const job of [running, waiting]) job.end();
    await Promise.all([running.done, waiting.done]);
    expect(queue.isFull("only")).toBe(false);
  });

  test("starts tasks of a higher lane first, and gives every lane its turns", async () => {
    const lane = { maxWaiting: 10 };
    const queue = createWorkQueue({
      maxConcurrent: 1,
      lanes: { high: { ...lane, turns: 3 }, middle: { ...lane, turns: 2 }, low: { ...lane, turns: 1 } },
    });
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const running = queue.run("low", () => gate.promise);
    const waiting = (["low", "middle", "high"] as const).flatMap((name) =>
      Array.from({ length: 5 }, () => queue.run(name, () => Promise.resolve(order.push(name)))),
    );
    gate.resolve();
    await Promise.all([running, ...waiting]);
    const round = ["high", "high", "high", "middle", "middle", "low"];
    const secondRound = ["high", "high", "middle", "middle", "low"];
    expect(order).toEqual([...round, ...secondRound, "middle", "low", "low", "low"]);
  });

  test("a full lane does not affect the limit of another", async () => {
    const queue = createWorkQueue({
      maxConcurrent: 1,
      lanes: { high: { maxWaiting: 2, turns: 1 }, low: { maxWaiting: 1, turns: 1 } },
    });
    const gate = Promise.withResolvers<void>();
    const jobs = [queue.run("low", () => gate.promise), queue.run("low", () => Promise.resolve())];
    expect([queue.isFull("low"), queue.isFull("high")]).toEqual([true, false]);
    jobs.push(...Array.from({ length: 2 }, () => queue.run("high", () => Promise.resolve())));
    await expect(queue.run("high", () => Promise.resolve())).rejects.toBeInstanceOf(QueueIsFull);
    await expect(queue.run("low", () => Promise.resolve())).rejects.toBeInstanceOf(QueueIsFull);
    gate.resolve();
    await Promise.all(jobs);
  });

  test("continues after a failed task", async () => {
    const queue = oneLane({ maxConcurrent: 1, maxWaiting: 1 });
    await expect(queue.run("only", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run("only", () => Promise.resolve("next"))).toBe("next");
  });
});

function oneLane({ maxConcurrent, maxWaiting }: { maxConcurrent: number; maxWaiting: number }) {
  return createWorkQueue({ maxConcurrent, lanes: { only: { maxWaiting, turns: 1 } } });
}

function startedJob(queue: WorkQueue<"only">) {
  const gate = Promise.withResolvers<void>();
  let begun = false;
  const done = queue.run("only", () => {
    begun = true;
    return gate.promise;
  });
  return { done, hasBegun: () => begun, end: () => gate.resolve() };
}

/** A task starts one turn of the event loop after it reaches the head of the queue. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

import { describe, expect, it } from "vitest";
import { createBatcher } from "./batcher.server.ts";

/** A fake `write` whose calls the test completes. */
function pendingWrites() {
  const batches: number[][] = [];
  const waiting: (() => void)[] = [];
  return {
    batches,
    write: async (items: readonly number[]) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return items.map((item) => `wrote ${item}`);
    },
    /** Completes all calls in progress and lets the next ones start. */
    async answer() {
      for (const resolve of waiting.splice(0)) resolve();
      await turn();
    },
  };
}

const turn = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

describe("a batcher", () => {
  it("stores items together that arrived during the last statement", async () => {
    const { batches, write, answer } = pendingWrites();
    const queue = createBatcher({ write, maxWaiting: 100, maxBatchSize: 100 });
    const first = queue.add(1);
    await turn();
    const others = [2, 3].map(async (item) => queue.add(item));
    await turn();
    expect(batches).toEqual([[1]]);
    await answer();
    expect(await first).toBe("wrote 1");
    expect(batches).toEqual([[1], [2, 3]]);
    await answer();
    expect(await Promise.all(others)).toEqual(["wrote 2", "wrote 3"]);
  });

  it("limits the batch size and runs one statement at a time", async () => {
    const { batches, write, answer } = pendingWrites();
    const queue = createBatcher({ write, maxWaiting: 100, maxBatchSize: 3 });
    const all = range(8).map(async (item) => queue.add(item));
    await turn();
    expect(batches).toEqual([[0, 1, 2]]);
    await answer();
    await answer();
    await answer();
    expect(batches).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7],
    ]);
    expect(await Promise.all(all)).toEqual(range(8).map((item) => `wrote ${item}`));
  });

  it("rejects items while the queue is full and accepts them afterward", async () => {
    const { batches, write, answer } = pendingWrites();
    const queue = createBatcher({ write, maxWaiting: 2, maxBatchSize: 1 });
    const taken = [1, 2].map(async (item) => queue.add(item));
    expect(queue.add(3)).toBeUndefined();
    await turn();
    await answer();
    await answer();
    expect(await Promise.all(taken)).toEqual(["wrote 1", "wrote 2"]);
    expect(queue.add(4)).toBeDefined();
    expect(batches).toEqual([[1], [2]]);
  });

  it("stores the other items if the database rejects one", async () => {
    const queue = createBatcher({
      write: (items: readonly number[]) =>
        items.includes(5) ? Promise.reject(new Error("no fives")) : Promise.resolve(items),
      maxWaiting: 100,
      maxBatchSize: 100,
    });
    const settled = await Promise.allSettled(range(9).map(async (item) => queue.add(item)));
    const rejected = settled.flatMap(({ status }, item) => (status === "rejected" ? [item] : []));
    expect(rejected).toEqual([5]);
  });

  it("does not retry in halves while the database is unavailable", async () => {
    let tries = 0;
    const queue = createBatcher<number, never>({
      write: () => {
        tries += 1;
        return Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
      },
      maxWaiting: 100,
      maxBatchSize: 100,
    });
    const settled = await Promise.allSettled(range(20).map(async (item) => queue.add(item)));
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
    expect(tries).toBe(1);
  });

  it("is drained after all accepted items are stored", async () => {
    const { write, answer } = pendingWrites();
    const queue = createBatcher({ write, maxWaiting: 100, maxBatchSize: 1 });
    await queue.drained();
    const all = range(2).map(async (item) => queue.add(item));
    let isDrained = false;
    const drained = queue.drained().then(() => {
      isDrained = true;
    });
    await turn();
    await answer();
    expect(isDrained).toBe(false);
    await answer();
    await drained;
    expect(await Promise.all(all)).toHaveLength(2);
    await queue.drained();
  });
});

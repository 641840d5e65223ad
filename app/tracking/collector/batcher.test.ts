import { describe, expect, it } from "vitest";
import { createWriteQueue } from "./batcher.server.ts";

/** A place to write that answers when the test says so. */
function heldWrites() {
  const batches: number[][] = [];
  const waiting: (() => void)[] = [];
  return {
    batches,
    write: async (items: readonly number[]) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return items.map((item) => `wrote ${item}`);
    },
    /** Lets every write that is under way end, and what follows from that begin. */
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

describe("a write queue", () => {
  it("writes together what came in while the last write was under way", async () => {
    const { batches, write, answer } = heldWrites();
    const queue = createWriteQueue({ write, mostWaiting: 100, mostTogether: 100 });
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

  it("writes no more together than it was told, and one thing after the other", async () => {
    const { batches, write, answer } = heldWrites();
    const queue = createWriteQueue({ write, mostWaiting: 100, mostTogether: 3 });
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

  it("takes nothing on where too many are waiting, and goes on when they are written", async () => {
    const { batches, write, answer } = heldWrites();
    const queue = createWriteQueue({ write, mostWaiting: 2, mostTogether: 1 });
    const taken = [1, 2].map(async (item) => queue.add(item));
    expect(queue.add(3)).toBeUndefined();
    await turn();
    await answer();
    await answer();
    expect(await Promise.all(taken)).toEqual(["wrote 1", "wrote 2"]);
    expect(queue.add(4)).toBeDefined();
    expect(batches).toEqual([[1], [2]]);
  });

  it("does not let one item that can't be written take the others along", async () => {
    const queue = createWriteQueue({
      write: (items: readonly number[]) =>
        items.includes(5) ? Promise.reject(new Error("no fives")) : Promise.resolve(items),
      mostWaiting: 100,
      mostTogether: 100,
    });
    const settled = await Promise.allSettled(range(9).map(async (item) => queue.add(item)));
    const rejected = settled.flatMap(({ status }, item) => (status === "rejected" ? [item] : []));
    expect(rejected).toEqual([5]);
  });

  it("does not try one by one while the database can't be reached", async () => {
    let tries = 0;
    const queue = createWriteQueue<number, never>({
      write: () => {
        tries += 1;
        return Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
      },
      mostWaiting: 100,
      mostTogether: 100,
    });
    const settled = await Promise.allSettled(range(20).map(async (item) => queue.add(item)));
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
    expect(tries).toBe(1);
  });

  it("is drained when everything that was taken on is written, and not before", async () => {
    const { write, answer } = heldWrites();
    const queue = createWriteQueue({ write, mostWaiting: 100, mostTogether: 1 });
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

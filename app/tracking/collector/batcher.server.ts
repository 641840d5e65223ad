import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";

/**
 * A bounded queue in front of the database. Items that arrive while a statement runs are stored together by the next one. Statements run
 * one at a time, because two concurrent ones would be smaller and cost more in total.
 */
export type Batcher<Item, Outcome> = {
  /** @returns a promise that settles when the item is committed or rejected; undefined if the queue is full */
  add(item: Item): Promise<Outcome> | undefined;
  /** The number of waiting items. */
  waiting(): number;
  /** Resolves when the queue is empty and no statement runs. */
  drained(): Promise<void>;
};

type Write<Item, Outcome> = (items: readonly Item[]) => Promise<readonly Outcome[]>;

type Waiting<Item, Outcome> = {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (reason: unknown) => void;
};

/**
 * @param options.write commits all items or none, and returns the outcome of each, in order
 */
export function createBatcher<Item, Outcome>(options: {
  write: Write<Item, Outcome>;
  maxWaiting: number;
  maxBatchSize: number;
}): Batcher<Item, Outcome> {
  const { write, maxWaiting, maxBatchSize } = options;
  const waiting: Waiting<Item, Outcome>[] = [];
  let isWriting = false;
  let isScheduled = false;
  let drainListeners: (() => void)[] = [];

  /** Deferred, so that the batch includes everything that arrives in the same turn of the event loop. */
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (!isWriting && waiting.length > 0) void run(waiting.splice(0, maxBatchSize));
    });
  };

  const run = async (batch: readonly Waiting<Item, Outcome>[]): Promise<void> => {
    isWriting = true;
    await storeBatch(write, batch);
    isWriting = false;
    if (waiting.length > 0) return schedule();
    for (const listener of drainListeners) listener();
    drainListeners = [];
  };

  return {
    add(item) {
      if (waiting.length >= maxWaiting) return undefined;
      const settled = new Promise<Outcome>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
      });
      schedule();
      return settled;
    },
    waiting: () => waiting.length,
    drained: () =>
      new Promise((resolve) => {
        if (waiting.length === 0 && !isWriting) resolve();
        else drainListeners.push(resolve);
      }),
  };
}

/** If the database rejects a batch, it is retried in halves, so that one invalid item does not affect the others. */
async function storeBatch<Item, Outcome>(
  write: Write<Item, Outcome>,
  batch: readonly Waiting<Item, Outcome>[],
): Promise<void> {
  try {
    const outcomes = await write(batch.map(({ item }) => item));
    for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
  } catch (error) {
    if (batch.length === 1 || isUnavailable(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const half = Math.ceil(batch.length / 2);
    await storeBatch(write, batch.slice(0, half));
    await storeBatch(write, batch.slice(half));
  }
}

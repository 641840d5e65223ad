import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";

/**
 * A bounded line before the database: what comes in while a statement runs goes into the next one, together. One statement after
 * the other, since two at once make smaller ones, which cost server and database more.
 */
export type WriteQueue<Item, Outcome> = {
  /**
   * Settled once the item is committed, or could not be.
   * @returns undefined where too many are waiting: then nothing was taken
   */
  add(item: Item): Promise<Outcome> | undefined;
  /** How many wait at this moment. */
  waiting(): number;
  /** Settled when nothing waits and nothing runs. */
  drained(): Promise<void>;
};

type Write<Item, Outcome> = (items: readonly Item[]) => Promise<readonly Outcome[]>;

type Waiting<Item, Outcome> = {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (reason: unknown) => void;
};

/**
 * @param options.write stores some items for good, all or none of them, and says what came of each, in their order
 * @param options.mostWaiting more are not taken
 * @param options.mostTogether the most that one call of `write` is given
 */
export function createWriteQueue<Item, Outcome>(options: {
  write: Write<Item, Outcome>;
  mostWaiting: number;
  mostTogether: number;
}): WriteQueue<Item, Outcome> {
  const { write, mostWaiting, mostTogether } = options;
  const waiting: Waiting<Item, Outcome>[] = [];
  let isWriting = false;
  let isScheduled = false;
  let tellDrained: (() => void)[] = [];

  /** Not at once: what else came in with the same turn of the event loop goes along. */
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (!isWriting && waiting.length > 0) void run(waiting.splice(0, mostTogether));
    });
  };

  const run = async (batch: readonly Waiting<Item, Outcome>[]): Promise<void> => {
    isWriting = true;
    await storeBatch(write, batch);
    isWriting = false;
    if (waiting.length > 0) return schedule();
    for (const tell of tellDrained) tell();
    tellDrained = [];
  };

  return {
    add(item) {
      if (waiting.length >= mostWaiting) return undefined;
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
        else tellDrained.push(resolve);
      }),
  };
}

/** One item that the database does not take must not take the others along: halves are tried, down to the one. */
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

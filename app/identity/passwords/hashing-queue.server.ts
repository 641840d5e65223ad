import { AppError } from "#app/platform/errors.ts";

/** Too many passwords are waiting to be looked at: whoever asks is to come again in a moment. */
export class HashingIsBusy extends AppError {
  constructor() {
    super("unavailable", "too many passwords wait to be hashed");
  }
}

/**
 * Lets only so many passwords be hashed at once. Each takes a processor and a good deal of memory, on purpose: without a bound a few
 * hundred guesses would take them from everybody who reads the site.
 */
export type HashingQueue = {
  /**
   * @param isFirst whether it goes before those who wait already
   * @throws HashingIsBusy where too many wait
   */
  run<Result>(work: () => Promise<Result>, isFirst?: boolean): Promise<Result>;
};

export function createHashingQueue({
  atOnce,
  mostWaiting,
}: {
  atOnce: number;
  mostWaiting: number;
}): HashingQueue {
  const waiting: { begin: () => void; isFirst: boolean }[] = [];
  let underWay = 0;

  const enter = async (isFirst: boolean): Promise<void> => {
    if (underWay < atOnce) {
      underWay += 1;
      return;
    }
    const rivals = isFirst ? waiting.filter((other) => other.isFirst) : waiting;
    if (rivals.length >= mostWaiting) throw new HashingIsBusy();
    await new Promise<void>((begin) => {
      const others = waiting.findIndex((other) => !other.isFirst);
      if (isFirst && others !== -1) waiting.splice(others, 0, { begin, isFirst });
      else waiting.push({ begin, isFirst });
    });
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next.begin();
  };

  return {
    async run(work, isFirst = false) {
      await enter(isFirst);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

import { AppError } from "./errors.ts";

/** Too much work is waiting already. */
export class QueueIsFull extends AppError {
  constructor() {
    super("unavailable", "too much work is waiting");
  }
}

/**
 * Bounds how much expensive work runs at the same time, and how much waits for it. Without a bound, a few hundred requests would take
 * the processor from every reader of the site.
 */
export type WorkQueue = {
  /**
   * @param isFirst goes before work that is not, and has a bound of its own
   * @throws QueueIsFull when too much is waiting
   */
  run<Result>(work: () => Promise<Result>, isFirst?: boolean): Promise<Result>;
  /** Whether work that is not first would be refused now. */
  isFull(): boolean;
};

/** @param limits.maxWaitingFirst of work that goes first; `maxWaiting` if absent */
export function createWorkQueue({
  maxConcurrent,
  maxWaiting,
  maxWaitingFirst = maxWaiting,
}: {
  maxConcurrent: number;
  maxWaiting: number;
  maxWaitingFirst?: number;
}): WorkQueue {
  const waiting: { begin: () => void; isFirst: boolean }[] = [];
  let running = 0;

  const enter = async (isFirst: boolean): Promise<void> => {
    if (running < maxConcurrent) {
      running += 1;
      return;
    }
    const rivals = isFirst ? waiting.filter((other) => other.isFirst) : waiting;
    if (rivals.length >= (isFirst ? maxWaitingFirst : maxWaiting)) throw new QueueIsFull();
    await new Promise<void>((begin) => {
      const others = waiting.findIndex((other) => !other.isFirst);
      if (isFirst && others !== -1) waiting.splice(others, 0, { begin, isFirst });
      else waiting.push({ begin, isFirst });
    });
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
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
    isFull: () => running >= maxConcurrent && waiting.length >= maxWaiting,
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "./errors.ts";

/** Thrown when the queue has reached its limit. */
export class QueueIsFull extends AppError {
  constructor() {
    super("unavailable", "too much work is waiting");
  }
}

/**
 * Limits how many expensive tasks run at the same time and how many wait. Without limits, a few hundred requests would starve all other
 * requests of CPU time.
 */
export type WorkQueue = {
  /**
   * @param isFirst gives the task priority and a separate queue limit
   * @throws QueueIsFull when the queue has reached its limit
   */
  run<Result>(work: () => Promise<Result>, isFirst?: boolean): Promise<Result>;
  /** Whether a task would have to wait now. */
  isBusy(): boolean;
  /** Whether a task without priority would be rejected now. */
  isFull(): boolean;
};

/** @param limits.maxWaitingFirst limit for priority tasks; defaults to `maxWaiting` */
export function createWorkQueue({
  maxConcurrent,
  maxWaiting,
  maxWaitingFirst = maxWaiting,
}: {
  maxConcurrent: number;
  maxWaiting: number;
  maxWaitingFirst?: number;
}): WorkQueue {
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];
  let running = 0;
  let isTurnOfOthers = false;

  const enter = async (isFirst: boolean): Promise<void> => {
    if (running < maxConcurrent) {
      running += 1;
      return;
    }
    const line = isFirst ? first : others;
    if (line.length >= (isFirst ? maxWaitingFirst : maxWaiting)) throw new QueueIsFull();
    await new Promise<void>((begin) => line.push(begin));
  };
  // Every second turn goes to the others, so that the first cannot starve them.
  const leave = (): void => {
    const next = (isTurnOfOthers ? others.shift() : undefined) ?? first.shift() ?? others.shift();
    isTurnOfOthers = !isTurnOfOthers;
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async run(work, isFirst = false) {
      await enter(isFirst);
      try {
        // Work that waits for nothing would otherwise run to its end before the server reads another request.
        await nextTurn();
        return await work();
      } finally {
        leave();
      }
    },
    isBusy: () => running >= maxConcurrent,
    isFull: () => running >= maxConcurrent && others.length >= maxWaiting,
  };
}

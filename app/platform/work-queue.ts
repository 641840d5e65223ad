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

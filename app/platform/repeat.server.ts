import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** A task that runs repeatedly. */
export type RepeatingTask = {
  /** Runs the task without waiting for the interval. If it is running, it runs again afterward. */
  runNow(): void;
  /** Stops the repetition and waits for the current run. */
  stop(): Promise<void>;
};

/**
 * Repeats a task with a pause after each run. Runs never overlap. Errors are passed to `onError` and do not end the repetition.
 * @param work.pauseMs the time between the end of one run and the start of the next
 * @param work.onError receives each error and the number of consecutive failures, so that callers can log an outage once
 */
export function repeat(work: {
  run: () => Promise<void>;
  pauseMs: number;
  onError: (error: unknown, consecutiveFailures: number) => void;
}): RepeatingTask {
  let isStopped = false;
  let isRunRequested = false;
  let failures = 0;
  let endWait = (): void => undefined;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, work.pauseMs);
      // The timer must not keep the process running.
      timer.unref?.();
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = (async () => {
    while (!isStopped) {
      isRunRequested = false;
      failures = await work.run().then(
        () => 0,
        (error: unknown) => {
          work.onError(error, failures + 1);
          return failures + 1;
        },
      );
      if (!isStopped && !isRunRequested) await pause();
    }
  })();

  return {
    runNow() {
      isRunRequested = true;
      endWait();
    },
    async stop() {
      isStopped = true;
      endWait();
      await loop;
    },
  };
}

/** Limits the pause after a step that took long because the machine was busy. */
const maxRestMs = 50;

/** Runs one step of long work, and lets the process answer requests before the next one. */
export async function runStep<T>(step: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await step();
  // Half of the time of long work remains for requests.
  const restMs = Math.min(performance.now() - start, maxRestMs);
  if (restMs < 1) await nextTurn();
  else await sleep(restMs, undefined, { ref: false });
  return result;
}

/** Something that is done again and again. */
export type Repetition = {
  /** Does it now; where it is being done, once more after that. */
  hurry(): void;
  /** Ends it, and waits for what is being done. */
  stop(): Promise<void>;
};

/**
 * Repeats a task with a pause after each run. Runs never overlap. Errors are passed to `onError` and do not end the repetition.
 * @param work.pauseMs between the end of one time and the beginning of the next
 * @param work.onError told of every failure, and of the how many in a row it is: an outage is worth one line in the log
 */
export function repeat(work: {
  run: () => Promise<void>;
  pauseMs: number;
  onError: (error: unknown, inARow: number) => void;
}): Repetition {
  let isStopped = false;
  let isHurried = false;
  let failures = 0;
  let endPause = (): void => undefined;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, work.pauseMs);
      // Alone it keeps no program alive.
      timer.unref?.();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const going = (async () => {
    while (!isStopped) {
      isHurried = false;
      failures = await work.run().then(
        () => 0,
        (error: unknown) => {
          work.onError(error, failures + 1);
          return failures + 1;
        },
      );
      if (!isStopped && !isHurried) await pause();
    }
  })();

  return {
    hurry() {
      isHurried = true;
      endPause();
    },
    async stop() {
      isStopped = true;
      endPause();
      await going;
    },
  };
}

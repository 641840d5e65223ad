/** Whether this server records the site. */
export type RecordingStatus = {
  succeeded(): void;
  failed(): void;
  /** How long every attempt has failed. 0 after a success, and before the first failure. */
  failingSeconds(): number;
};

/** @param now milliseconds of a clock that is never set */
export function createRecordingStatus(now: () => number = () => performance.now()): RecordingStatus {
  let failingSince: number | undefined;
  return {
    succeeded() {
      failingSince = undefined;
    },
    failed() {
      failingSince ??= now();
    },
    failingSeconds: () => (failingSince === undefined ? 0 : (now() - failingSince) / 1_000),
  };
}

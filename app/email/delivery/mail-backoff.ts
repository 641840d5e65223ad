const maxRetryDelaySeconds = 1_800;

/** Exponential backoff from 5 seconds to half an hour, with jitter so that retries do not coincide. */
export function retryDelaySeconds(attempts: number, chance = Math.random()): number {
  const delaySeconds = Math.min(5 * 2 ** (attempts - 1), maxRetryDelaySeconds);
  return delaySeconds * (0.75 + chance / 2);
}

/** With the delays below, a delivery fails after about two and a half days: long enough to outlast a weekend outage of the receiver. */
export const maxAttempts = 18;

export const maxRetryDelaySeconds = 6 * 3_600;

/** Exponential backoff from 5 seconds to 6 hours, with jitter so that retries do not coincide. */
export function retryDelaySeconds(attempts: number, chance = Math.random()): number {
  const delaySeconds = Math.min(5 * 3 ** (attempts - 1), maxRetryDelaySeconds);
  return delaySeconds * (0.75 + chance / 2);
}

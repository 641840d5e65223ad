import type { Clock } from "#app/platform/clock.ts";

/**
 * Limits log lines whose number anonymous clients control, so that they cannot fill the disk.
 * @param maxPerMinute lines per clock minute of this process
 * @param reportOmitted called in the next minute with lines, with the number that was not logged
 * @returns a function that counts a line and returns whether to log it
 */
export function limitLines(
  clock: Clock,
  maxPerMinute: number,
  reportOmitted: (count: number) => void,
): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const now = Math.floor(clock.now().getTime() / 60_000);
    if (now !== minute) {
      if (count > maxPerMinute) reportOmitted(count - maxPerMinute);
      minute = now;
      count = 0;
    }
    count += 1;
    return count <= maxPerMinute;
  };
}

import { sleep } from "./running-server.ts";

/** The maximum duration of a test that reaches a limit. */
const longestTestMs = 8_000;
const windowMs = 10 * 60_000;

/**
 * Waits if a ten-minute window is about to end. Limits count per window (`attemptLimits`), so a test that spans two windows would lose half
 * of its attempts. The test database uses the same clock.
 */
export async function withinOneWindow(): Promise<void> {
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < longestTestMs) await sleep(leftMs + 100);
}

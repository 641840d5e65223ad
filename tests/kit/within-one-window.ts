import { sleep } from "./running-server.ts";

/** The maximum duration of a test that reaches a limit. */
const longestTestMs = 8_000;

/**
 * Waits if a window, of ten minutes by default, is about to end. Limits count per window (`attemptLimits`), so a test that spans two
 * windows would lose half of its attempts. The test database uses the same clock.
 */
export async function withinOneWindow(minutes = 10): Promise<void> {
  const windowMs = minutes * 60_000;
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < longestTestMs) await sleep(leftMs + 100);
}

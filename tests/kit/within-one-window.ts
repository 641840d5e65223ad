import { sleep } from "./running-server.ts";

/** How long a test that counts up to a limit may take. */
const longestTestMs = 8_000;
const windowMs = 10 * 60_000;

/**
 * Waits where a full ten minutes are about to begin: limits count from there (`attemptLimits`), and a test that counts up to one would find
 * half of its tries forgotten. By the clock of this machine, which is the test database's as well.
 */
export async function withinOneWindow(): Promise<void> {
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < longestTestMs) await sleep(leftMs + 100);
}

import { expect } from "vitest";
import { countAttempts, type CountingDeps } from "#app/identity/rate-limits/count-attempts.server.ts";
import { type GuessLimit, guessLimits } from "#app/platform/limits.ts";

/** Counts attempts until one is left. */
export async function countUntilOneIsLeft(deps: CountingDeps, limit: GuessLimit, of: string): Promise<void> {
  for (let count = 1; count < guessLimits[limit].most; count += 1) {
    expect(await countAttempts(deps, [{ limit, of }])).toBe("within");
  }
}

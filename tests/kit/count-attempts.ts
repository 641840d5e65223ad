import { expect } from "vitest";
import { countAttempts, type CountingDeps } from "#app/identity/rate-limits/count-attempts.server.ts";
import { type AuthenticationLimit, authenticationLimits } from "#app/platform/limits.ts";

/** Counts attempts until one is left. */
export async function countUntilOneIsLeft(
  deps: CountingDeps,
  limit: AuthenticationLimit,
  of: string,
): Promise<void> {
  for (let count = 1; count < authenticationLimits[limit].most; count += 1) {
    expect(await countAttempts(deps, [{ limit, of }])).toBe("within");
  }
}

import type { Clock } from "#app/platform/clock.ts";

/** A preview renders a page, so a script of an account could occupy the process. People who type cause about one in two seconds. */
const limits = { perAccountAndMinute: 60, atTheSameTime: 2 } as const;

/** Limits how many previews are rendered, in the memory of each process. */
export function createPreviewLimit(clock: Clock): {
  /** @returns a function that ends the preview, or undefined if there are too many */
  take(accountId: string): (() => void) | undefined;
} {
  const counts = new Map<string, number>();
  let minute = 0;
  let running = 0;
  return {
    take(accountId) {
      const now = Math.floor(clock.now().getTime() / 60_000);
      if (now !== minute) counts.clear();
      minute = now;
      const count = counts.get(accountId) ?? 0;
      if (count >= limits.perAccountAndMinute || running >= limits.atTheSameTime) return undefined;
      counts.set(accountId, count + 1);
      running += 1;
      return () => {
        running -= 1;
      };
    },
  };
}
